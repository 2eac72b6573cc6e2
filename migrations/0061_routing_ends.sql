-- JSON: the moment from which on all visits go to one destination, and that destination. Null for none.
ALTER TABLE records ADD COLUMN routing_ends TEXT;
