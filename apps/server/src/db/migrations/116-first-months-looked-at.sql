ALTER TABLE transfer VALIDATE CONSTRAINT transfer_first_part;
ALTER TABLE posting VALIDATE CONSTRAINT posting_first_part;
