import { cleanImage } from '../../base/image.ts';
import type { FileStore } from '../../outside/files/port.ts';
import type { FileRow } from './ticket.store.ts';

/**
 * Cleans an image and puts it into the file store. A file whose message is refused later stays there unseen: nothing refers to it.
 * @throws err_media_type, err_image, err_unavailable
 */
export const keepImage = async (files: FileStore, given: Buffer, sender?: string): Promise<FileRow> => {
  const { content, mediaType, width, height } = await cleanImage(given, sender);
  return { hash: await files.put(content), mediaType, bytes: content.length, width, height };
};
