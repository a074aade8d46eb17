import { Fragment, isValidElement, type ReactElement, type ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { drawNode, safeAddress } from './safe-html.tsx';

type HtmlNode = Parameters<typeof drawNode>[0];

const text = (content: string): HtmlNode => ({ nodeType: 3, nodeName: '#text', textContent: content, childNodes: [] });

const element = (name: string, attributes: Record<string, string>, ...childNodes: HtmlNode[]): HtmlNode => ({
  nodeType: 1,
  nodeName: name.toUpperCase(),
  textContent: null,
  childNodes,
  getAttribute: (attribute) => attributes[attribute] ?? null,
});

const propsOf = (drawn: ReactNode) => (drawn as ReactElement<Record<string, unknown>>).props;

describe('text with markup of others', () => {
  it('keeps known elements and none of their attributes', () => {
    const drawn = drawNode(element('p', { onclick: 'steal()', style: 'position:fixed' }, text('Hello')), 0);
    expect(isValidElement(drawn) && drawn.type).toBe('p');
    expect(propsOf(drawn)).toEqual({ children: 'Hello' });
  });

  it('drops what runs or loads, with its content', () => {
    for (const name of ['script', 'style', 'iframe', 'object', 'svg', 'math', 'template'])
      expect(drawNode(element(name, {}, text('alert(1)')), 0)).toBeNull();
    expect(drawNode({ nodeType: 8, nodeName: '#comment', textContent: '<script>', childNodes: [] }, 0)).toBeNull();
  });

  it('knows no element by what every object has', () => {
    expect(propsOf(drawNode(element('constructor', {}, text('Hello')), 0))).toEqual({ children: 'Hello' });
    expect((drawNode(element('constructor', {}), 0) as ReactElement).type).toBe(Fragment);
  });

  it('keeps the words of an unknown element, not the element', () => {
    expect(propsOf(drawNode(element('marquee', { onstart: 'steal()' }, text('Hello')), 0))).toEqual({
      children: 'Hello',
    });
  });

  it('links to the web and to mail, and to nothing that runs', () => {
    expect(propsOf(drawNode(element('a', { href: 'https://example.org/' }, text('here')), 0))).toEqual({
      href: 'https://example.org/',
      target: '_blank',
      rel: 'noopener noreferrer nofollow',
      children: 'here',
    });
    expect(propsOf(drawNode(element('a', { href: 'javascript:steal()' }, text('here')), 0))).toEqual({
      children: 'here',
    });
    for (const address of [
      'javascript:alert(1)',
      ' java\nscript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      '/order',
      '',
    ])
      expect(safeAddress(address)).toBeUndefined();
    expect(safeAddress('mailto:support@minerx.test')).toBe('mailto:support@minerx.test');
  });
});
