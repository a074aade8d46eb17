-- Words of an announcement can be corrected where they stand; what stood there is on the audit log.
GRANT UPDATE (title, titles, message, messages) ON announcement TO minerx_app;
