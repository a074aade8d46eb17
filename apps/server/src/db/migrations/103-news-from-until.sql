-- An announcement may be written before it is shown (`published_at` lies ahead then), end by itself, and not come up over the app.
ALTER TABLE announcement
  ADD COLUMN ends_at timestamptz CHECK (ends_at > published_at),
  ADD COLUMN pops_up boolean NOT NULL DEFAULT true;

-- Banners change places.
GRANT UPDATE (position) ON banner TO minerx_app;
