import { randomUUID } from 'node:crypto';

export interface Part {
  name: string;
  content: Buffer | string;
  file?: { name: string; type: string };
}

/** A form as a browser writes it, or as somebody else would. */
export const formData = (parts: readonly Part[]) => {
  const boundary = `----test${randomUUID()}`;
  const body = parts.flatMap(({ name, content, file }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file ? `; filename="${file.name}"\r\nContent-Type: ${file.type}` : ''}\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return {
    payload: Buffer.concat([...body, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
};
