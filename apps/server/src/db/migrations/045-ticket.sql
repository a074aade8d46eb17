-- A ticket has one name from the table to the screen.
ALTER TABLE support_ticket RENAME TO ticket;
ALTER INDEX support_ticket_pkey RENAME TO ticket_pkey;
ALTER INDEX support_ticket_number_key RENAME TO ticket_number_key;
ALTER INDEX support_ticket_member RENAME TO ticket_member;
ALTER INDEX support_ticket_unread RENAME TO ticket_unread;
ALTER INDEX support_ticket_open RENAME TO ticket_open;
