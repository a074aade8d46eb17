import { AmountInput } from '@minerx/ui/amount-input';
import { Field } from '@minerx/ui/field';
import { Checklist } from '@minerx/ui/checklist';
import { PasswordInput } from '@minerx/ui/password-input';
import { CodeInput, PinInput } from '@minerx/ui/pin-input';
import { Segmented } from '@minerx/ui/segmented';
import { Select } from '@minerx/ui/select';
import { Stepper } from '@minerx/ui/stepper';
import { Switch } from '@minerx/ui/switch';
import { TextArea } from '@minerx/ui/text-area';
import { TextInput } from '@minerx/ui/text-input';
import { useState } from 'react';
import { Part } from './gallery-section.tsx';

/** Parts that take something in. */
export function GalleryInputs() {
  return (
    <>
      <Part name="field">
        <Field label="With a hint" hint="A 6 digit number (0-9)">
          {(wire) => <TextInput {...wire} />}
        </Field>
        <Field label="With an error" error="Please enter a valid email address.">
          {(wire) => <TextInput {...wire} type="email" defaultValue="demo@minerx" />}
        </Field>
        <Field label="With something aside" aside="Balance 12,480.55 USDT">
          {(wire) => <TextInput {...wire} />}
        </Field>
      </Part>
      <Part name="text-input">
        <TextInput aria-label="Empty" placeholder="XXXX-XXXX" />
        <TextInput aria-label="Filled" defaultValue="Aisyah" />
        <TextInput aria-label="Read only" readOnly value="DEMO2026" />
        <TextInput aria-label="Disabled" disabled value="Closed" />
      </Part>
      <Part name="text-area">
        <TextArea aria-label="Question" defaultValue="My miner hums louder than yesterday." />
        <TextArea aria-label="Closed question" disabled defaultValue="Closed" />
      </Part>
      <Secrets />
      <Choices />
    </>
  );
}

function Secrets() {
  const [pin, setPin] = useState('246');
  const [code, setCode] = useState('9876');
  const [password, setPassword] = useState('Demo2026');
  const rule = [
    { text: 'At least 8 characters', met: password.length >= 8 },
    { text: 'At least 1 special character', met: /[?#]/.test(password) },
  ];
  return (
    <>
      <Part name="password-input">
        <Field label="Password">
          {(wire) => (
            <PasswordInput
              {...wire}
              autoComplete="new-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
      </Part>
      <Part name="checklist">
        <Checklist items={rule} />
      </Part>
      <Part name="pin-input">
        <Field label="Security PIN" hint="A 6 digit number (0-9)">
          {(wire) => <PinInput {...wire} value={pin} onChange={setPin} />}
        </Field>
        <Field label="Wrong PIN" error="The PIN is wrong.">
          {(wire) => <PinInput {...wire} value="" onChange={setPin} />}
        </Field>
        <Field label="Verification code">{(wire) => <CodeInput {...wire} value={code} onChange={setCode} />}</Field>
      </Part>
    </>
  );
}

function Choices() {
  const [isOn, setIsOn] = useState(true);
  const [network, setNetwork] = useState<'TRC20' | 'BEP20'>('BEP20');
  const [amount, setAmount] = useState('1250,50');
  const [quantity, setQuantity] = useState('3');
  const networks = [
    { id: 'TRC20', label: 'TRC20' },
    { id: 'BEP20', label: 'BEP20' },
  ] as const;
  return (
    <>
      <Part name="amount-input">
        <Field label="Amount" aside="Balance 12,480.55 USDT">
          {(wire) => (
            <AmountInput
              {...wire}
              value={amount}
              onChange={setAmount}
              precision={2}
              asset="USDT"
              onMax={() => setAmount('12480')}
            />
          )}
        </Field>
        <Field label="Too much" error="More than the balance.">
          {(wire) => <AmountInput {...wire} value="99999" onChange={setAmount} precision={2} asset="USDT" />}
        </Field>
      </Part>
      <Part name="stepper">
        <Field label="Quantity">{(wire) => <Stepper {...wire} value={quantity} onChange={setQuantity} />}</Field>
        <Field label="Quantity at its least">{(wire) => <Stepper {...wire} value="1" onChange={setQuantity} />}</Field>
        <Field label="Quantity that is too large" error="From 1 to 100">
          {(wire) => <Stepper {...wire} value="999" onChange={setQuantity} />}
        </Field>
      </Part>
      <Part name="select">
        <Field label="Payment method">
          {(wire) => (
            <Select {...wire}>
              <option>CW 100%</option>
              <option>CW 90% + RW 10%</option>
            </Select>
          )}
        </Field>
        <Field label="Disabled method">
          {(wire) => (
            <Select {...wire} disabled>
              <option>USDT (100%)</option>
            </Select>
          )}
        </Field>
      </Part>
      <Part name="segmented">
        <Segmented label="Network" options={networks} value={network} onChange={setNetwork} />
        <Segmented label="Fixed network" options={networks} value="TRC20" onChange={setNetwork} disabled />
      </Part>
      <Part name="switch">
        <Switch label="Orders" detail="Live, disconnected, back, ended" checked={isOn} onChange={setIsOn} />
        <Switch label="Withdrawals" detail="Always" checked disabled onChange={setIsOn} />
      </Part>
    </>
  );
}
