const marks: Record<string, string> = {
  usdt: 'M5 5h14M12 5v14M6.500 10.500c0 1.100 2.500 2 5.500 2s5.500-.9 5.500-2-2.500-2-5.500-2-5.500.9-5.500 2z',
  btc: 'M8 5h5a3.250 3.250 0 0 1 0 6.500H8zm0 6.500h6a3.500 3.500 0 0 1 0 7H8zM8 5v13.500M10 3v2m3-2v2m-3 13.500v2m3-2v2M6 5h2m-2 13.500h2',
  aogtd: 'M12 4 4.500 19h15zM8.500 14h7',
  aog: 'M12 4 4.500 19h15z',
  cw: 'M16.500 7.500a6 6 0 1 0 0 9M19 5v14',
  rw: 'M8 19V5h5a4 4 0 0 1 0 8H8m5 0 4 6',
};

/** Our own drawing for a wallet, by its lower-cased name; a ring for one that has none. */
export function WalletIcon({ name }: { name: string }) {
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
      {marks[name.toLowerCase()] ? <path d={marks[name.toLowerCase()]} /> : <circle cx="12" cy="12" r="7" />}
    </svg>
  );
}
