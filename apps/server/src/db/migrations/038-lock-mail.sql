-- What waits to be sent is found by its new name.
UPDATE outbox SET topic = 'lock_mail' WHERE topic = 'lock_letter';
