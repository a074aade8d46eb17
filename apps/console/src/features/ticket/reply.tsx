import { operatorTicketReply } from '@minerx/contract/operator/ticket';
import { TICKET_IMAGE_BYTES_MAX, TICKET_IMAGE_TYPES, TICKET_TEXT_MAX } from '@minerx/rules/ticket';
import { Button } from '@minerx/ui/button';
import { Field } from '@minerx/ui/field';
import { Select } from '@minerx/ui/select';
import { TextArea } from '@minerx/ui/text-area';
import { useRef, useState } from 'react';
import { Asker, isDecided, request } from '../../base/api.ts';
import { lookAgain, useMay } from '../../base/queries.ts';
import { useSubmit } from '../../base/use-submit.ts';
import styles from './ticket.module.css';

interface ReplyProps {
  id: string;
  replies: readonly { about: string; english: string; text: string }[];
}

/** An answer with text, a picture or both. One key for what is written: however often it is pressed, it is sent once. */
export function Reply({ id, replies }: ReplyProps) {
  const mayReply = useMay('ticket reply');
  const [text, setText] = useState('');
  const [image, setImage] = useState<File | null>(null);
  const [asker] = useState(() => new Asker<{ id: string; text: string; image: string | null }>());
  // It was sent, and nobody knows what became of it: it stands as it is until somebody does.
  const [isHeld, setHeld] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const { busy, failed, onSubmit } = useSubmit(async () => {
    if (image !== null && image.size > TICKET_IMAGE_BYTES_MAX) throw new Error('The picture is larger than 5 MB.');
    const form = new FormData();
    form.append('id', id);
    form.append('message', text);
    if (image !== null) form.append('image', image);
    const input = { id, text, image: image && `${image.name} ${image.size} ${image.lastModified}` };
    const outcome = await asker.ask(input, (idempotencyKey) => request(operatorTicketReply, { form, idempotencyKey }));
    setHeld('refusal' in outcome && outcome.open);
    if ('refusal' in outcome) {
      if (isDecided(outcome.refusal)) lookAgain();
      throw outcome.refusal;
    }
    setText('');
    setImage(null);
    if (file.current) file.current.value = '';
    lookAgain();
  });
  if (!mayReply) return null;
  return (
    <form className={styles.reply} onSubmit={onSubmit}>
      <ReadyReply
        replies={replies}
        held={isHeld}
        onChoose={(ready) => setText((before) => [before.trim(), ready].filter(Boolean).join('\n\n'))}
      />
      <Field label="Answer" error={failed}>
        {(wire) => (
          <TextArea
            {...wire}
            rows={5}
            maxLength={TICKET_TEXT_MAX}
            required={image === null}
            value={text}
            readOnly={isHeld || busy}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <div className="line-3 apart wraps">
        <input
          ref={file}
          className={styles.file}
          type="file"
          disabled={isHeld}
          aria-label="Picture"
          accept={TICKET_IMAGE_TYPES.join(',')}
          onChange={({ target }) => setImage(target.files?.[0] ?? null)}
        />
        <Button type="submit" size="medium" busy={busy}>
          Send
        </Button>
      </div>
    </form>
  );
}

interface ReadyReplyProps extends Pick<ReplyProps, 'replies'> {
  held: boolean;
  onChoose: (text: string) => void;
}

function ReadyReply({ replies, held, onChoose }: ReadyReplyProps) {
  return (
    <Field label="Ready reply, in the language of the member">
      {(wire) => (
        <Select {...wire} value="" disabled={held} onChange={({ target }) => onChoose(target.value)}>
          <option value="">Choose</option>
          {replies.map((reply) => (
            <option key={reply.about} value={reply.text}>
              {reply.english}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
