import { canChooseMail, NOTICE_GROUP_LIST, type NoticeGroup } from '@minerx/rules/notice';
import { Card } from '@minerx/ui/card';
import { Field } from '@minerx/ui/field';
import { Skeleton } from '@minerx/ui/skeleton';
import { Switch } from '@minerx/ui/switch';
import { TextInput } from '@minerx/ui/text-input';
import { useUi } from '@minerx/ui/ui-context';
import { alertRefusal } from '../../../base/asking/refusal-alert.ts';
import { Loaded } from '../../../base/query.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { DeviceCard } from './device-card.tsx';
import styles from './notice.module.css';
import { usePushState } from './push.ts';
import { saveNoticeSettings, useNoticeSettings, type Settings } from './settings.api.ts';

/** What somebody sleeps by who has not said it yet. */
const NIGHT = { from: '22:00', until: '07:00' };

const hereZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** How the member is told beside the app; each change counts at once. */
export function NoticeSettings() {
  const query = useNoticeSettings();
  return (
    <Loaded query={query} skeleton={<Skeleton height="24rem" />}>
      {(settings) => <Choices settings={settings} />}
    </Loaded>
  );
}

function Choices({ settings }: { settings: Settings }) {
  const isOn = usePushState().data === 'on';
  const save = (changed: Partial<Settings>): void =>
    void saveNoticeSettings({ ...settings, ...changed }).catch((error: unknown) =>
      alertRefusal('common.failed', error),
    );
  return (
    <>
      {settings.push_key !== null && <DeviceCard publicKey={settings.push_key} />}
      {isOn && <ByGroup title="notice.push.what" chosen={settings.push} onChange={(push) => save({ push })} />}
      <ByGroup
        title="notice.mail"
        chosen={settings.mail}
        isFree={canChooseMail}
        onChange={(mail) => save({ mail: mail.filter(canChooseMail) })}
      />
      <Quiet quiet={settings.quiet} onChange={(quiet) => save({ quiet })} />
    </>
  );
}

interface ByGroupProps {
  title: 'notice.mail' | 'notice.push.what';
  chosen: readonly NoticeGroup[];
  /** Whether a group can be switched off. */
  isFree?: (group: NoticeGroup) => boolean;
  onChange: (chosen: NoticeGroup[]) => void;
}

function ByGroup({ title, chosen, isFree = () => true, onChange }: ByGroupProps) {
  const { t } = useTexts();
  return (
    <Card className="stack-2" aria-labelledby={title}>
      <h2 id={title} className={styles.heading}>
        {t(title)}
      </h2>
      {NOTICE_GROUP_LIST.map((group) => (
        <Switch
          key={group}
          sends
          label={t(`notice.group.${group}`)}
          detail={t(isFree(group) ? `notice.group.${group}.detail` : 'notice.mail.always')}
          checked={!isFree(group) || chosen.includes(group)}
          disabled={!isFree(group)}
          onChange={(on) => onChange(NOTICE_GROUP_LIST.filter((each) => (each === group ? on : chosen.includes(each))))}
        />
      ))}
    </Card>
  );
}

interface QuietProps {
  quiet: Settings['quiet'];
  onChange: (quiet: Settings['quiet']) => void;
}

function Quiet({ quiet, onChange }: QuietProps) {
  const { t } = useTexts();
  const { online } = useUi();
  const times = [
    ['from', 'notice.quiet.from'],
    ['until', 'notice.quiet.until'],
  ] as const;
  return (
    <Card className="stack-2">
      <Switch
        sends
        label={t('notice.quiet')}
        detail={t('notice.quiet.detail')}
        checked={quiet !== null}
        onChange={(on) => onChange(on ? { ...NIGHT, time_zone: hereZone() } : null)}
      />
      {quiet && (
        <>
          <div className={styles.times}>
            {times.map(([end, label]) => (
              <Field key={end} label={t(label)}>
                {(wire) => (
                  <TextInput
                    {...wire}
                    type="time"
                    required
                    disabled={!online}
                    value={quiet[end]}
                    onChange={({ target: { value } }) => {
                      // Emptied while it is typed anew: nothing is said yet.
                      if (value !== '') onChange({ ...quiet, [end]: value.slice(0, 5), time_zone: hereZone() });
                    }}
                  />
                )}
              </Field>
            ))}
          </div>
          <p className="soft">{t('notice.quiet.zone', { zone: quiet.time_zone.replaceAll('_', ' ') })}</p>
        </>
      )}
    </Card>
  );
}
