import type { Site } from '#api/modules/site/siteSettings.ts';

/** Content of a message, rendered as HTML and as plain text. Holds no markup. */
export interface MailContent {
  subject: string;
  preheader: string;
  heading: string;
  /** After the greeting, in order; `false` is left out. */
  blocks: (Block | false)[];
  reason: string;
}

/** A part of a message; a string is a paragraph. */
export type Block =
  | string
  | { button: string; link: string }
  /** Values by their labels, one pair per line; null is left out. */
  | { facts: Record<string, string | null> }
  | { quote: string }
  | { card: { title: string; lines: string[]; price: string; imageUrl: string | undefined } }
  | { note: string; link?: { label: string; address: string } };

export interface Letterhead {
  site: Site;
  publicUrl: string;
}

const textFont = "Figtree, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const headingFont = "'Young Serif', Georgia, 'Times New Roman', serif";

/** The HTML part: tables and inline styles, since mail programs support little else. */
export function htmlOf(content: MailContent, { site, publicUrl }: Letterhead): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(content.subject)}</title>
<style>${styles}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#FBF7F0;">
<div style="display:none;max-height:0;overflow:hidden;opacity:0;">${escapeHtml(content.preheader)}${'&#847;&zwnj;&nbsp;'.repeat(60)}</div>
<div role="article" aria-label="${escapeHtml(content.subject)}" lang="en">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#FBF7F0;">
<tr><td class="outer" align="center" style="padding:32px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;">
<tr><td class="header" style="padding:22px 40px;background:#0E4B53;border-radius:18px 18px 0 0;border-bottom:4px solid #F2B441;">
<a href="${escapeHtml(publicUrl)}" style="font-family:${headingFont};font-size:26px;line-height:34px;color:#FFFFFF;text-decoration:none;">${escapeHtml(site.title)}</a>
</td></tr>
<tr><td class="body" style="padding:36px 40px 40px;background:#FFFFFF;border-radius:0 0 18px 18px;word-break:break-word;">
<h1 class="ink" style="margin:0 0 18px;font-family:${headingFont};font-weight:400;font-size:29px;line-height:36px;color:#10292F;">${escapeHtml(content.heading)}</h1>
${shownBlocks(content).map(htmlBlock).join('\n')}
</td></tr>
<tr><td class="footer" style="word-break:break-word;padding:24px 40px 8px;font-family:${textFont};font-size:14px;line-height:21px;color:#4A6067;">
<p class="soft" style="margin:0 0 8px;color:#4A6067;">${escapeHtml(content.reason)}</p>
${
  site.contactEmail &&
  `<p class="soft" style="margin:0;color:#4A6067;">Questions? Write to <a class="tide" href="mailto:${escapeHtml(site.contactEmail)}" style="color:#0E4B53;">${escapeHtml(site.contactEmail)}</a>.</p>`
}
</td></tr>
</table>
</td></tr>
</table>
</div>
</body>
</html>
`;
}

export function textOf(content: MailContent, { site, publicUrl }: Letterhead): string {
  return [
    content.heading.toUpperCase(),
    ...shownBlocks(content).map(textBlock),
    '--',
    [
      content.reason,
      ...(site.contactEmail ? [`Questions? Write to ${site.contactEmail}`] : []),
      `${site.title}, ${publicUrl}`,
    ].join('\n'),
  ]
    .join('\n\n')
    .concat('\n');
}

const shownBlocks = ({ blocks }: MailContent): Block[] => blocks.filter((block) => block !== false);

/** Narrower padding on phones, dark colors in dark mode. */
const styles = `
@media (max-width:520px){
.outer{padding:0 0 24px!important}
.header{padding:18px 24px!important;border-radius:0!important}
.body{padding:28px 24px 32px!important;border-radius:0!important}
.footer{padding:20px 24px 8px!important}
}
@media (prefers-color-scheme:dark){
.paper{background:#0A1D21!important}
.body{background:#12323A!important}
.ink{color:#F6F1E7!important}
.soft{color:#B9C9CC!important}
.tide{color:#8FD3D8!important}
.foam{background:#1A4149!important}
.line{border-color:#2B525A!important}
}`.replaceAll('\n', '');

const paragraph = `margin:0 0 18px;font-family:${textFont};font-size:17px;line-height:27px;color:#10292F;`;

function htmlBlock(block: Block): string {
  if (typeof block === 'string') {
    return `<p class="ink" style="${paragraph}">${escapeHtml(block)}</p>`;
  }
  if ('button' in block) {
    return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:10px 0 26px;"><tr><td align="center" bgcolor="#C4421F" style="border-radius:999px;background:#C4421F;">
<a href="${escapeHtml(block.link)}" style="display:inline-block;padding:15px 34px;font-family:${textFont};font-size:17px;line-height:24px;font-weight:650;color:#FFFFFF;text-decoration:none;border-radius:999px;">${escapeHtml(block.button)}</a>
</td></tr></table>
<p class="soft" style="margin:0 0 18px;font-family:${textFont};font-size:14px;line-height:21px;color:#4A6067;">If the button does not work, open this address:<br><a class="tide" href="${escapeHtml(block.link)}" style="color:#0E4B53;word-break:break-all;">${escapeHtml(block.link)}</a></p>`;
  }
  if ('facts' in block) {
    return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 22px;">${factsOf(
      block.facts,
    )
      .map(
        ([label, value]) =>
          `<tr><td class="line" style="padding:10px 0;border-top:1px solid #E3DACA;font-family:${textFont};font-size:17px;line-height:25px;"><span class="soft" style="display:block;font-size:14px;line-height:20px;color:#4A6067;">${escapeHtml(label)}</span><span class="ink" style="color:#10292F;">${lines(value)}</span></td></tr>`,
      )
      .join('')}</table>`;
  }
  if ('quote' in block) {
    return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 22px;"><tr><td class="foam ink" style="padding:18px 20px;background:#E6F2EF;border-left:4px solid #1C7C86;font-family:${textFont};font-size:16px;line-height:25px;color:#10292F;">${lines(block.quote)}</td></tr></table>`;
  }
  if ('card' in block) {
    const { card } = block;
    return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 14px;">${
      card.imageUrl === undefined
        ? ''
        : `<tr><td><img src="${escapeHtml(card.imageUrl)}" alt="" width="520" style="display:block;width:100%;height:auto;border-radius:14px 14px 0 0;border:0;"></td></tr>`
    }<tr><td class="foam" style="padding:20px 22px;background:#E6F2EF;border-radius:${card.imageUrl === undefined ? '14px' : '0 0 14px 14px'};font-family:${textFont};font-size:16px;line-height:25px;">
<span class="ink" style="display:block;font-size:19px;line-height:27px;font-weight:700;color:#10292F;">${escapeHtml(card.title)}</span>${card.lines
      .map(
        (line) =>
          `<span class="ink" style="display:block;color:#10292F;">${escapeHtml(line)}</span>`,
      )
      .join(
        '',
      )}<span class="tide" style="display:block;margin-top:8px;font-size:19px;font-weight:700;color:#0E4B53;">${escapeHtml(card.price)}</span></td></tr></table>`;
  }
  return `<p class="soft" style="margin:0 0 12px;font-family:${textFont};font-size:15px;line-height:23px;color:#4A6067;">${escapeHtml(block.note)}${
    block.link
      ? ` <a class="tide" href="${escapeHtml(block.link.address)}" style="color:#0E4B53;">${escapeHtml(block.link.label)}</a>`
      : ''
  }</p>`;
}

function textBlock(block: Block): string {
  if (typeof block === 'string') {
    return block;
  }
  if ('button' in block) {
    return `${block.button}:\n${block.link}`;
  }
  if ('facts' in block) {
    return factsOf(block.facts)
      .map(([label, value]) => `${label}: ${value}`)
      .join('\n');
  }
  if ('quote' in block) {
    return block.quote
      .split(/\r?\n/)
      .map((line) => `> ${line}`)
      .join('\n');
  }
  if ('card' in block) {
    const { title, lines: body, price } = block.card;
    return [title, ...body, price].join('\n');
  }
  return [block.note, block.link && plainLink(block.link)].filter(Boolean).join(' ');
}

const factsOf = (facts: Record<string, string | null>): [string, string][] =>
  Object.entries(facts).flatMap(([label, value]) => (value === null ? [] : [[label, value]]));

const plainLink = ({ label, address }: { label: string; address: string }): string =>
  address.startsWith('mailto:') ? label : `${label}: ${address}`;

const lines = (text: string): string => text.split(/\r?\n/).map(escapeHtml).join('<br>');

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
