import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RefusalCode } from '@minerx/contract/refusal';
import { Refusal, refuse } from '../refusal.ts';

/** A form with one file, or none. */
interface Upload {
  fields: Record<string, string>;
  file: Buffer | null;
}

interface UploadLimit {
  field: string;
  maxBytes: number;
}

const MAX_FIELDS = 8;
/** The longest text that a form of ours carries has 2000 characters, of four bytes at most. */
const MAX_FIELD_BYTES = 16 * 1024;
/** Fields, boundaries and part headers beside the file. */
const ROOM_BYTES = 64 * 1024;

/** What the parser says, in our words. */
const parserCodes: Record<string, RefusalCode> = {
  FST_REQ_FILE_TOO_LARGE: 'err_too_large',
  FST_PARTS_LIMIT: 'err_too_large',
  FST_FILES_LIMIT: 'err_too_large',
  FST_FIELDS_LIMIT: 'err_too_large',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'err_media_type',
};

/** Lets the routes of this part of the server take forms with files; everywhere else they stay refused. */
export const acceptUploads = async (http: FastifyInstance, { maxBytes }: UploadLimit): Promise<void> => {
  await http.register(multipart, {
    throwFileSizeLimit: true,
    limits: {
      fileSize: maxBytes,
      files: 1,
      fields: MAX_FIELDS,
      parts: MAX_FIELDS + 1,
      fieldSize: MAX_FIELD_BYTES,
      fieldNameSize: 100,
      headerPairs: 32,
    },
  });
};

/**
 * Reads a form. An empty file counts as none: browsers send one when nothing was chosen.
 * @throws err_media_type, err_too_large, err_bad_request
 */
export const readUpload = async (request: FastifyRequest, { field, maxBytes }: UploadLimit): Promise<Upload> => {
  if (!request.isMultipart()) refuse('err_media_type');
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + ROOM_BYTES) refuse('err_too_large');
  const upload: Upload = { fields: Object.create(null) as Record<string, string>, file: null };
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (typeof part.value === 'string') upload.fields[part.fieldname] = part.value;
      } else {
        const content = await part.toBuffer();
        if (part.fieldname !== field) refuse('err_bad_request');
        if (content.length > 0) upload.file = content;
      }
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // A form that breaks off or that nobody can read is its sender's, whatever the parser calls it.
    return refuse(parserCodes[(error as { code?: string }).code ?? ''] ?? 'err_bad_request');
  }
  return upload;
};
