import { readFileSync } from 'node:fs';
import type { Actor } from '../../base/actor.ts';
import { isUuid } from '../../base/ids.ts';
import { cleanImage } from '../../base/image.ts';
import type { Context } from '../../context.ts';
import type { WrittenFile } from '../../modules/announcement/announcement-file.ts';
import { keepPicture } from '../../modules/picture/picture.command.ts';
import { OperatorProblem } from '../command.ts';

export const SHOWN_ID = { hint: 'id', kind: 'text', required: true } as const;
/** At the shell; the console sends a picture by a call of its own and names it. */
export const IMAGE = { hint: 'picture.png, 16:9', kind: 'path' } as const;
export const PICTURE = { hint: 'id of a picture that was sent before', kind: 'text' } as const;

export const requireId = (id: string): string => {
  if (!isUuid(id)) throw new OperatorProblem(`--id must be an id as the list shows it, not "${id}"`);
  return id;
};

export const refuseProblems = ({ problems }: WrittenFile): void => {
  if (problems.length > 0) throw new OperatorProblem(['Nothing was published:', ...problems].join('\n'));
};

/** The id of the picture that goes along; null where none does. */
export const pictureOf = async (
  context: Pick<Context, 'pool' | 'clock' | 'random'>,
  { image, picture, actor }: { image: string | undefined; picture: string | undefined; actor: Actor },
): Promise<string | null> =>
  image === undefined ? (picture ?? null) : keepPicture(context, await readPicture(image), actor);

const readPicture = async (file: string): Promise<Buffer> => {
  try {
    return (await cleanImage(read(file))).content;
  } catch (error) {
    throw error instanceof OperatorProblem
      ? error
      : new OperatorProblem(`${file} is no PNG, JPEG or WebP that can be used: ${(error as Error).message}`);
  }
};

const read = (file: string): Buffer => {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new OperatorProblem(`${file} cannot be read: ${(error as Error).message}`);
  }
};
