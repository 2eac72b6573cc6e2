-- JSON: the hostnames that an event concerns. Older entries have null, and go when their webhook is narrowed.
ALTER TABLE webhook_deliveries ADD COLUMN hosts TEXT;
