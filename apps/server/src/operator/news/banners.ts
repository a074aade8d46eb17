import { readTextsFile } from '../../modules/announcement/announcement-file.ts';
import { moveBanner, publishBanner, setMarquee, withdrawBanner } from '../../modules/banner/banner.command.ts';
import { listBanners } from '../../modules/banner/banner.query.ts';
import { getSetting } from '../../modules/setting/setting.query.ts';
import { defineOperatorCommand, GRANTS, REASON } from '../command.ts';
import { IMAGE, PICTURE, pictureOf, refuseProblems, requireId, SHOWN_ID } from './news-file.ts';
import { tellWords } from './words.ts';

export const bannerCommands = [
  defineOperatorCommand({
    name: 'banner publish',
    grant: GRANTS.support,
    summary: 'Puts a picture on the home screen, with a JSON file (title, title_zh, …, link).',
    flags: {
      file: { hint: 'banner.json', kind: 'file', required: true },
      image: IMAGE,
      picture: PICTURE,
      position: { hint: '1', kind: 'whole' },
      reason: REASON,
    },
    run: async ({ context, print, actor }, { file, image, picture, position, reason }) => {
      const written = readTextsFile(file, { texts: ['title'], plain: ['link'] });
      if (image === undefined && picture === undefined) written.problems.push('the picture is missing');
      refuseProblems(written);
      const id = await publishBanner(context, {
        title: written.texts['title']!,
        picture: (await pictureOf(context, { image, picture, actor }))!,
        link: written.plain['link'] ?? '/profile/announcement',
        position: position ?? 1,
        actor,
        reason,
      });
      print(`Published as ${id}.`);
      await tellWords(print, written.texts);
    },
  }),
  defineOperatorCommand({
    name: 'banner list',
    grant: GRANTS.all,
    summary: 'The banners of the home screen in their order, and its marquee.',
    flags: {},
    run: async ({ context, print }) => {
      for (const { id, title, link, position } of await listBanners(context.pool))
        print(`${id} ${position} ${link}: ${title}`);
      print(`Marquee: ${(await getSetting(context.pool, 'marquee'))?.base ?? 'none'}`);
    },
  }),
  defineOperatorCommand({
    name: 'banner withdraw',
    grant: GRANTS.support,
    summary: 'Takes a banner from the home screen.',
    flags: { id: SHOWN_ID, reason: REASON },
    run: async ({ context, print, actor }, { id, reason }) => {
      await withdrawBanner(context, { id: requireId(id), actor, reason });
      print('Withdrawn.');
    },
  }),
  defineOperatorCommand({
    name: 'banner move',
    grant: GRANTS.support,
    summary: 'Gives a banner another place: lower ones come first.',
    flags: { id: SHOWN_ID, position: { hint: '2', kind: 'whole', required: true }, reason: REASON },
    run: async ({ context, print, actor }, { id, position, reason }) => {
      await moveBanner(context, { id: requireId(id), position, actor, reason });
      print(`It stands at ${position}.`);
    },
  }),
  defineOperatorCommand({
    name: 'marquee set',
    grant: GRANTS.support,
    summary: 'Sets the line of the home screen from a JSON file (text, text_zh, …).',
    flags: { file: { hint: 'marquee.json', kind: 'file', required: true }, reason: REASON },
    run: async ({ context, print, actor }, { file, reason }) => {
      const written = readTextsFile(file, { texts: ['text'] });
      refuseProblems(written);
      await setMarquee(context, { text: written.texts['text']!, actor, reason });
      print('The marquee is set.');
      await tellWords(print, written.texts);
    },
  }),
  defineOperatorCommand({
    name: 'marquee off',
    grant: GRANTS.support,
    summary: 'Takes the line of the home screen away.',
    flags: { reason: REASON },
    run: async ({ context, print, actor }, { reason }) => {
      await setMarquee(context, { text: null, actor, reason });
      print('There is no marquee any more.');
    },
  }),
];
