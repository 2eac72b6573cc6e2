export const NO_ZBAR = "No zbarimg: install it (on Debian: apt-get install zbar-tools).";
