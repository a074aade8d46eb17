import { expectAccessible, expectNoSidewaysScroll } from '../../src/seen/accessible.ts';
import { succeed } from '../../src/call.ts';
import { expect, test } from '../../src/journey.ts';
import { codeIn, nextMail, countMails } from '../../src/mail.ts';
import { credit, DEMO, newcomer, register, signupForm, tokenOf, type Member } from '../../src/member.ts';
import { answerAlert, button, field, fillSignIn, heading, signIn } from '../../src/screen.ts';
import { open } from '../../src/screens.ts';
import { openFirstRow, treeRows } from '../../src/team-tree.ts';
import { words } from '../../src/words.ts';
import { operator } from '../../src/world.ts';

interface Card {
  member_username: string;
  member_referral_code: string;
}

/** Who of the first level is Foundation and Legacy, with the sums of all of them. */
interface Standing {
  foundation: { total: string; count: number };
  legacy: { total: string; count: number };
  both: number;
  neither: number;
  data: { member_username: string; foundation: boolean; legacy: boolean }[];
}

const cardOf = async (member: Member): Promise<Card> => {
  const { member: card } = await succeed('member/profile', { method: 'GET', accessToken: await tokenOf(member) });
  return card as Card;
};

/** Somebody new who names the referral code of a member. */
const registerBelow = async (code: string): Promise<Member> => {
  const member = newcomer();
  await succeed('member/signup/request/code', { body: { member_username: 'Below', member_email: member.email } });
  const form = await signupForm(member, codeIn(await nextMail(member.email)));
  await succeed('member/signup', { body: { ...form, referral_code: code } });
  return member;
};

/** One X1 with CW alone, as the app would send it. */
const buyMiner = async (member: Member) =>
  succeed('package/purchase', {
    accessToken: await tokenOf(member),
    body: {
      package: 1,
      payment_method: 1,
      quantity: 1,
      amount1: '1000',
      amount2: '0',
      amount3: '0',
      member_security_pin: member.pin,
    },
  });

// proves 2: /profile/myteam
test('who signs up with my link is in my team, and what they buy shows there by itself', async ({
  page,
  newPhone,
  moneyMoves,
}) => {
  moneyMoves();
  const above = await register();
  const { member_referral_code: code, member_username: myName } = await cardOf(above);
  await signIn(page, above, '/profile/myteam');
  await expect(page.getByText(words('team.empty.hint'))).toBeVisible();
  await page.getByRole('link', { name: words('team.referral.title') }).click();
  await expect(page.getByRole('img', { name: words('team.referral.qr') })).toBeVisible();
  const link = await page.getByText(`/signup?inviteCode=${code}`).innerText();

  const visitor = await newPhone();
  await visitor.goto(link);
  await expect(field(visitor, 'session.referral')).toHaveValue(code);
  await expect(field(visitor, 'session.referral')).not.toBeEditable();

  const below = await registerBelow(code);
  const { member_username: name } = await cardOf(below);
  await credit(below, 'CW', '1000');
  await buyMiner(below);
  const accessToken = await tokenOf(above);
  await expect
    .poll(() => succeed('member/myteam', { method: 'GET', accessToken }))
    .toMatchObject({ group_sales: '1000' });
  await open(page, '/profile/myteam');
  const row = page.getByRole('article').filter({ hasText: name });
  await expect(row).toContainText('1st generation');
  await expect(row).toContainText('$1,000.00');
  await expect(page.locator('dl').first()).toContainText('$1,000.00');
  // Three short lines: a team of many is looked over, not scrolled through.
  expect((await row.boundingBox())?.height).toBeLessThan(80);

  await test.step('a member two levels above finds both, and opens the one to see the other', async () => {
    const demo = await newPhone();
    await signIn(demo, DEMO, '/profile/myteam');
    await field(demo, 'team.search').fill(` ${myName.toUpperCase()} `);
    await button(demo, 'team.search.submit').click();
    // The whole row opens, its name too.
    await expect(button(demo, 'team.expand', { name: myName })).toBeVisible();
    await demo.getByRole('article').click({ position: { x: 20, y: 20 } });
    await expect(demo.getByRole('article')).toHaveCount(2);
    await expect(button(demo, 'team.collapse', { name: myName })).toBeVisible();
    await expect(demo.getByRole('article').last()).toContainText('2nd generation');
    await expect(demo.getByRole('article').last()).toContainText(name);
    await demo.reload();
    await expect(field(demo, 'team.search')).toHaveValue(/./);
    await button(demo, 'team.search.clear').click();
    await expect(demo.getByRole('article').nth(2)).toBeVisible();
  });

  await test.step('nobody above or beside is found', async () => {
    for (const stranger of ['aisyahdemo', myName]) {
      await field(page, 'team.search').fill(stranger);
      await button(page, 'team.search.submit').click();
      await expect(page.getByText(words('team.search.none'))).toBeVisible();
    }
  });
});

// proves 4: team tree: only members with direct sponsors expand
test('only those who brought somebody can be opened', async ({ page }) => {
  const above = await register();
  const { member_referral_code: code } = await cardOf(above);
  const [alone, sponsor] = [await registerBelow(code), await registerBelow(code)];
  const { member_username: aloneName } = await cardOf(alone);
  const { member_username: sponsorName, member_referral_code: sponsorCode } = await cardOf(sponsor);
  await registerBelow(sponsorCode);
  await signIn(page, above, '/profile/myteam');
  const opener = (name: string) => page.getByRole('button', { name: words('team.expand', { name }), exact: true });
  // Their figures are folded up within seconds.
  await expect(async () => {
    await page.reload();
    await expect(opener(sponsorName)).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(page.getByRole('main').getByText(aloneName, { exact: true })).toBeVisible();
  await expect(opener(aloneName)).toHaveCount(0);
});

test('the team stands by sales, or by capital or date of joining', async ({ page }) => {
  const accessToken = await tokenOf(DEMO);
  await signIn(page, DEMO, '/profile/myteam');
  await expect(field(page, 'team.sort')).toHaveValue('sales');
  for (const sort of ['capital', 'sales', 'date'] as const) {
    const { data } = await succeed(`member/myteam/search?sort=${sort}`, { method: 'GET', accessToken });
    const [first, second] = (data as Card[]).map(({ member_username }) => member_username);
    await field(page, 'team.sort').selectOption(sort);
    await expect(treeRows(page).first()).toContainText(first!);
    await expect(treeRows(page).nth(1)).toContainText(second!);
  }
});

test('by what the team stands in line has its place before its members are known', async ({ page }) => {
  await signIn(page, DEMO);
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/member/myteam/search*', async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto('/profile/myteam');
  // Where the rows will stand.
  const top = () =>
    page
      .getByRole('main')
      .locator('select')
      .evaluate((select) =>
        Math.round(select.closest('div:has(> label)')!.nextElementSibling!.getBoundingClientRect().top),
      );
  await expect(page.locator('dl').first().locator('dd').first()).toBeVisible();
  await expect(field(page, 'team.sort')).toBeHidden();
  const before = await top();
  answer();
  await expect(field(page, 'team.sort')).toBeVisible();
  await expect(treeRows(page).first()).toBeVisible();
  expect(await top()).toBe(before);
});

test('the figures of the team and of a level stand in columns, whatever their words', async ({ page }) => {
  await signIn(page, DEMO, '/profile/myteam');
  const rows = page.getByRole('article').filter({ has: page.getByRole('button') });
  for (const [language, width] of [
    ['gr', 360],
    ['es', 320],
    ['en', 390],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate((told) => new BroadcastChannel('minerx:language').postMessage(told), language);
    await expect(page.locator('html')).toHaveAttribute('data-language', language);
    await expect(rows.nth(2)).toBeVisible();
    const edges = await rows.evaluateAll((all) =>
      all.map((row) =>
        [...row.querySelectorAll('dl > div')].map((each) => {
          const { left, right } = each.getBoundingClientRect();
          return [Math.round(left), Math.round(right)];
        }),
      ),
    );
    const sums = page.locator('dl').first().locator('dd');
    const ends = await sums.evaluateAll((all) => all.map((sum) => Math.round(sum.getBoundingClientRect().bottom)));
    // Beside each other they end on one line, however many their names take; the narrowest window has one below the other.
    const isBeside = width > 320;
    expect([ends[0] === ends[1], ends[2] === ends[3]], `${language}: ${ends.join(', ')}`).toEqual([isBeside, isBeside]);
    expect(edges[0], language).toHaveLength(3);
    for (const row of edges) expect(row, language).toEqual(edges[0]);
  }
});

// proves 2: /profile/myteam/details
test('Foundation and Legacy stand with their sums, and a member is found by name', async ({ page }) => {
  // So that there are some: nobody of the demo has sold for a hundred thousand.
  await operator('team', 'rules', '--sales', '1000', '--reason', 'journey');
  await signIn(page, DEMO, '/profile/myteam');
  await page.getByRole('link', { name: words('team.details.title') }).click();
  await expect(page).toHaveURL('/profile/myteam/details');
  await expect(page.getByRole('link', { name: words('team.details.title') })).toHaveAttribute('aria-current', 'page');
  const details = (await succeed('member/myteam/details', {
    method: 'GET',
    accessToken: await tokenOf(DEMO),
  })) as unknown as Standing;
  for (const kind of ['foundation', 'legacy'] as const) {
    const { total, count } = details[kind];
    expect([kind, Number(total) > 0, count > 0]).toEqual([kind, true, true]);
    const summary = page
      .getByRole('heading', { level: 2, name: words(`team.${kind}`) })
      .first()
      .locator('..');
    const dollars = Number(total).toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    await expect(summary).toContainText(`$${dollars}`);
    await expect(summary).toContainText(`${count} member`);
  }
  await test.step('it says from when on somebody is one of them, and counts everybody of the level', async () => {
    await expect(page.getByText('For members with at least $1,000 in capital and 3 direct members.')).toBeVisible();
    await expect(page.getByText('For members with at least $1,000 in group sales.')).toBeVisible();
    const { foundation, legacy, both, neither } = details;
    const { direct_sponsor: all } = await succeed('member/myteam', {
      method: 'GET',
      accessToken: await tokenOf(DEMO),
    });
    expect(foundation.count + legacy.count - both + neither).toBe(all);
    const figure = (key: string) =>
      page
        .getByRole('term')
        .filter({ hasText: words(key) })
        .locator('+ dd');
    await expect(figure('team.standing.neither')).toHaveText(String(neither));
    await expect(figure('team.directMembers')).toHaveText(String(all));
  });
  const rows = page.getByRole('main').locator('section').getByRole('listitem');
  const legacy = details.data.find((entry) => entry.legacy)!;
  await field(page, 'team.search').fill(legacy.member_username);
  await button(page, 'team.search.submit').click();
  await expect(rows).toHaveCount(legacy.foundation ? 2 : 1);
  await expect(rows.last()).toContainText(legacy.member_username);
  await field(page, 'team.search').fill('nobodyofthisname');
  await button(page, 'team.search.submit').click();
  await expect(page.getByText(words('common.noRecord'))).toBeVisible();
  // What would stand here is the headline; that there is no record stands below it.
  await expect(page.getByText(words('team.standing.none')).locator('+ p')).toHaveText(words('common.noRecord'));
  await page.getByRole('link', { name: words('common.back') }).click();
  await expect(page).toHaveURL('/profile');
  await operator('team', 'rules', '--sales', '100000', '--reason', 'journey is over');
});

// proves 2: /profile/security: two tabs, switching resets the forms
// proves 8: password change: refusal, success, form resets
// proves 8: PIN change: success
test('a member changes password and PIN: other devices are signed out, and mails tell it', async ({
  page,
  newPhone,
}) => {
  const member = await register();
  const other = await newPhone();
  await signIn(other, member);
  await signIn(page, member, '/profile');
  await page.getByRole('link', { name: new RegExp(words('security.title')) }).click();
  await expect(heading(page, words('security.title'))).toBeVisible();

  const fill = async (old: string, next: string, again = next) => {
    await field(page, 'security.password.old').fill(old);
    await field(page, 'session.newPassword').fill(next);
    await field(page, 'session.confirmPassword').fill(again);
    await button(page, 'security.password.save').click();
  };
  await fill('Wrong#2026', 'Evening#2027', 'Morning#2027');
  await expect(page.getByText(words('err_password_mismatch'))).toBeVisible();
  await field(page, 'session.confirmPassword').fill('Evening#2027');
  await button(page, 'security.password.save').click();
  await answerAlert(page, words('security.center'), words('security.password.failed'));
  // The alert that is on its way out says it too.
  await expect(page.getByRole('tabpanel').getByText(words('err_old_password'))).toBeVisible();

  await page.getByRole('tab', { name: words('security.tab.pin') }).click();
  await page.getByRole('tab', { name: words('security.tab.password') }).click();
  await expect(field(page, 'security.password.old')).toHaveValue('');
  const before = await countMails(member.email);
  await fill(member.password, 'Evening#2027');
  await answerAlert(page, words('security.password.done'), words('security.password.doneMessage'));
  await expect(field(page, 'session.newPassword')).toHaveValue('');
  expect((await nextMail(member.email, before)).subject).toContain('password was changed');
  await other.goto('/profile/security');
  await expect(other).toHaveURL(/\/login/);
  await fillSignIn(other, member.email, 'Evening#2027');
  await expect(other).not.toHaveURL(/\/login/);

  await page.getByRole('tab', { name: words('security.tab.pin') }).click();
  await field(page, 'security.pin.old').fill(member.pin);
  await field(page, 'session.newPin').fill('864213');
  await field(page, 'session.confirmPin').fill('864213');
  await button(page, 'security.pin.save').click();
  await answerAlert(page, words('security.pin.done'), words('security.pin.doneMessage'));
  await expect(field(page, 'security.pin.old')).toHaveValue('');
});

test('a long tree holds only the rows in sight, and coming back finds the same row', async ({ page }) => {
  await signIn(page, DEMO, '/profile/myteam');
  const rows = treeRows(page);
  for (let turn = 0; turn < 6; turn += 1) await openFirstRow(page);
  await expect(page.locator('[aria-level="2"]').first()).toBeVisible();
  await expectNoSidewaysScroll(page, 'an opened tree');
  await expectAccessible(page, 'an opened tree');

  /** Who stands in the middle of the screen, and where exactly. */
  const inTheMiddle = () =>
    page.evaluate(() => {
      const row = document.elementFromPoint(195, 420)?.closest('[role=listitem]');
      return {
        name: row?.querySelector('p')?.textContent ?? '',
        top: Math.round(row?.getBoundingClientRect().top ?? 0),
      };
    });
  await expect(async () => {
    await page.mouse.wheel(0, 1500);
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(2000);
  }).toPass();
  // The wheel's own motion comes to rest.
  await expect(async () => {
    const before = await inTheMiddle();
    for (let frame = 0; frame < 10; frame += 1) await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await inTheMiddle()).toEqual(before);
  }).toPass();
  // Three blocks of fifteen.
  expect(await rows.count()).toBeLessThanOrEqual(45);
  const left = await inTheMiddle();
  expect(left.name).not.toBe('');
  // The test's own finger would first scroll the page to the link.
  await page.getByRole('link', { name: words('common.back') }).dispatchEvent('click');
  await expect(page).toHaveURL('/profile');
  await page.goBack();
  await expect(async () => {
    const now = await inTheMiddle();
    expect(now.name).toBe(left.name);
    expect(Math.abs(now.top - left.top)).toBeLessThanOrEqual(2);
  }).toPass();
});
