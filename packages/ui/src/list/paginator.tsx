import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '../button/icon-button.tsx';
import styles from './paginator.module.css';

interface PaginatorProps {
  /** From 1. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
  /** Accessible name of the whole. */
  label: string;
  /** Names of the two arrows. */
  previous: string;
  next: string;
  /** Where one is, in words: "Page 2 of 5". */
  place: string;
}

/** Goes through a list page by page. Nothing where there is only one. */
export function Paginator({ page, pages, onPage, label, previous, next, place }: PaginatorProps) {
  if (pages <= 1) return null;
  return (
    <nav className="line-3 apart" aria-label={label}>
      <IconButton
        label={previous}
        tone="filled"
        icon={<ChevronLeft size={22} aria-hidden="true" />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <span className={styles.place} aria-live="polite">
        {place}
      </span>
      <IconButton
        label={next}
        tone="filled"
        icon={<ChevronRight size={22} aria-hidden="true" />}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}
