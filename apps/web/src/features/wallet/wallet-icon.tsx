const marks: Record<string, string> = {
  usdt: 'M5 5h14M12 5v14M6.5 10.5c0 1.1 2.5 2 5.5 2s5.5-.9 5.5-2-2.5-2-5.5-2-5.5.9-5.5 2z',
  btc: 'M8 5h5a3.25 3.25 0 0 1 0 6.5H8zm0 6.5h6a3.5 3.5 0 0 1 0 7H8zM8 5v13.5M10 3v2m3-2v2m-3 13.5v2m3-2v2M6 5h2m-2 13.5h2',
  aogtd: 'M12 4 4.5 19h15zM8.5 14h7',
  aog: 'M12 4 4.5 19h15z',
  cw: 'M16.5 7.5a6 6 0 1 0 0 9M19 5v14',
  rw: 'M8 19V5h5a4 4 0 0 1 0 8H8m5 0 4 6',
};

/** Our own drawing for a wallet, by its lower-cased name; a ring for one that has none. */
export function WalletIcon({ name }: { name: string }) {
  const mark = marks[name.toLowerCase()];
  return (
    <svg
      width="22"
      height="22"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {mark ? <path d={mark} /> : <circle cx="12" cy="12" r="7" />}
    </svg>
  );
}
