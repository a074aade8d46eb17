import type { TeamNode } from '@minerx/contract/team';

/** One line of the tree as it is drawn: a member, or the end of what is loaded below one. */
export type TreeLine =
  | {
      kind: 'member';
      key: string;
      node: TeamNode;
      /** Levels above it in the tree, from 0. */
      depth: number;
      isOpen: boolean;
      /** Place among those beside it, from 1, and how many they are; -1 while that is not known, as ARIA has it. */
      place: number;
      beside: number;
    }
  | { kind: 'edge'; key: string; of: string | null; depth: number };

/** A downline as far as it is loaded. */
export interface LoadedLevel {
  nodes: readonly TeamNode[];
  /** There is nothing more, and nothing has failed. */
  isWhole: boolean;
}
type Loaded = (of: string | null) => LoadedLevel;

/** Only who has brought somebody can be open. */
const isOpenNode = (node: TeamNode, open: ReadonlySet<string>): boolean =>
  node.direct_sponsor > 0 && open.has(node.member_username);

/** Members side by side, each with what is open below it. `beside`: how many they are, -1 when more may come. */
export const linesOf = (
  nodes: readonly TeamNode[],
  depth: number,
  open: ReadonlySet<string>,
  loaded: Loaded,
  beside = nodes.length,
): TreeLine[] =>
  nodes.flatMap((node, index): TreeLine[] => {
    const isOpen = isOpenNode(node, open);
    const { member_username: name } = node;
    const line = { kind: 'member', key: name, node, depth, isOpen, place: index + 1, beside } as const;
    return isOpen ? [line, ...linesBelow(name, depth + 1, open, loaded)] : [line];
  });

/** The level below a member (null: the viewer), and its edge unless it is whole: what is on its way, has failed, or can be asked for. */
export function linesBelow(of: string | null, depth: number, open: ReadonlySet<string>, loaded: Loaded): TreeLine[] {
  const { nodes, isWhole } = loaded(of);
  const lines = linesOf(nodes, depth, open, loaded, isWhole ? nodes.length : -1);
  return isWhole ? lines : [...lines, { kind: 'edge', key: `edge:${of ?? ''}`, of, depth }];
}

/** The members whose downline is part of the tree. */
export const openLevels = (lines: readonly TreeLine[]): string[] =>
  lines.flatMap((line) => (line.kind === 'member' && line.isOpen ? [line.key] : []));
