-- Operators change their own password and authenticator.
GRANT UPDATE (password_hash, totp_secret) ON operator TO minerx_app;
