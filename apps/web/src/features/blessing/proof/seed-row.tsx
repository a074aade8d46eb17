import { isMemberSeed } from '@minerx/rules/blessing-draw-proof';
import { Button } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { Field } from '@minerx/ui/field';
import { Row } from '@minerx/ui/row';
import { Sheet } from '@minerx/ui/sheet';
import { TextInput } from '@minerx/ui/text-input';
import { Dices } from 'lucide-react';
import { useState } from 'react';
import { showAlert } from '../../../base/alerts.ts';
import { randomHex } from '@minerx/contract/intent';
import { Refusal, refusalText } from '../../../base/refusal.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { saveSeed } from '../blessing.api.ts';
import { DrawRecipe } from './draw-recipe.tsx';

/** What the member brings to the draw of the next decks, and how decks are drawn. */
export function SeedRow({ seed }: { seed: string | null }) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Card flush>
        <Row
          icon={<Dices size={20} aria-hidden="true" />}
          title={t('blessing.draw')}
          detail={t('blessing.seed')}
          onPress={() => setOpen(true)}
        />
      </Card>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('blessing.draw')}>
        <div className="stack-4">
          <DrawRecipe />
          <SeedForm seed={seed ?? ''} onSaved={() => setOpen(false)} />
        </div>
      </Sheet>
    </>
  );
}

function SeedForm({ seed, onSaved }: { seed: string; onSaved: () => void }) {
  const { t } = useTexts();
  const [text, setText] = useState(seed);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);

  const save = async () => {
    setTried(true);
    if (!isMemberSeed(text)) return;
    setBusy(true);
    try {
      await saveSeed(text);
      onSaved();
      void showAlert({ mode: 1, title: t('blessing.seed.saved') });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      void showAlert({ mode: 2, title: t('common.failed'), message: refusalText(t, error) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      className="stack-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field
        label={t('blessing.seed')}
        hint={t('blessing.seed.text')}
        error={tried && !isMemberSeed(text) ? t('err_format') : undefined}
      >
        {(wire) => (
          <TextInput
            {...wire}
            value={text}
            maxLength={64}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Button variant="secondary" onClick={() => setText(randomHex())}>
        {t('blessing.seed.random')}
      </Button>
      <Button type="submit" sends busy={busy}>
        {t('blessing.seed.save')}
      </Button>
    </form>
  );
}
