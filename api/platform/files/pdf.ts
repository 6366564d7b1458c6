import { createRequire } from 'node:module';
import PdfKit from 'pdfkit';

export interface PdfColumn {
  title: string;
  /** Points; the rest of the page is shared by the columns without a width. */
  width?: number;
  isAmount?: boolean;
}

/** A printable document, written from top to bottom. Texts may have several lines. */
export interface PdfDocument {
  heading(text: string): void;
  paragraph(text: string): void;
  /** A fact: its name and, beside it, its value. */
  line(label: string, value: string): void;
  /** Rows of short texts, under the titles of the columns. */
  table(columns: readonly PdfColumn[], rows: readonly (readonly string[])[]): void;
  /** Ends the document. @returns the file */
  end(): Promise<Buffer>;
}

const { resolve } = createRequire(import.meta.url);

const fonts = {
  regular: resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
};

const ink = '#10292F';
const soft = '#4A6067';
const lineColor = '#E3DACA';
const margin = 56;
const labelWidth = 150;

/** Characters of scripts that the fonts lack; they print as boxes. */
const unprintable =
  /[^\p{Script=Common}\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Hebrew}\p{Script=Arabic}]/u;

const boxNote =
  'A box stands for a character that this document cannot print, such as a Chinese or Japanese one.';

/**
 * Starts an A4 document. The fonts have Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and
 * Arabic characters; a note at the end explains the boxes that stand for others.
 * @param footer stands on every page, before the number of the page
 */
export function pdfDocument({
  title,
  footer,
  at,
}: {
  title: string;
  footer: string;
  at: Date;
}): PdfDocument {
  const document = new PdfKit({
    size: 'A4',
    margins: { top: margin, left: margin, right: margin, bottom: margin + 24 },
    bufferPages: true,
    font: fonts.regular,
    info: { Title: title, CreationDate: at },
  });
  const file = collected(document);
  const { left, right } = document.page.margins;
  const width = document.page.width - left - right;
  let hasBoxes = false;

  const printable = (text: string): string => {
    const clean = text.normalize('NFC').replaceAll(/[^\P{C}\n]/gu, '');
    hasBoxes ||= unprintable.test(clean);
    return clean;
  };
  const style = (font: keyof typeof fonts, size: number, color = ink) =>
    document.font(fonts[font]).fontSize(size).fillColor(color);
  /** Starts a page unless this many points are left. */
  const keep = (height: number) => {
    if (document.y + height > document.page.height - document.page.margins.bottom) {
      document.addPage();
    }
  };

  style('bold', 18).text(printable(title), left, margin, { width });
  document.moveDown(0.5);

  return {
    heading(text) {
      keep(70);
      document.moveDown(0.6);
      style('bold', 12).text(printable(text), left, document.y, { width });
      document.moveDown(0.4);
    },

    paragraph(text) {
      style('regular', 9.5).text(printable(text), left, document.y, { width, lineGap: 2 });
      document.moveDown(0.5);
    },

    line(label, value) {
      const shown = printable(value);
      const beside = { width: width - labelWidth, lineGap: 2 };
      style('regular', 9.5);
      keep(Math.min(document.heightOfString(shown, beside), 60));
      const { y, page } = document;
      style('regular', 9.5, soft).text(printable(label), left, y, { width: labelWidth - 12 });
      const below = document.y;
      style('regular', 9.5).text(shown, left + labelWidth, y, beside);
      if (document.page === page) {
        document.y = Math.max(document.y, below);
      }
      document.moveDown(0.25);
    },

    table(columns, rows) {
      style('regular', 9.5);
      document.table({
        position: { x: left, y: document.y },
        maxWidth: width,
        columnStyles: columns.map(styleOf),
        data: [
          columns.map((column) => ({
            text: printable(column.title),
            textColor: soft,
            font: { src: fonts.bold },
          })),
          ...rows.map((row) => row.map(printable)),
        ],
      });
      document.x = left;
      document.moveDown(0.5);
    },

    async end() {
      if (hasBoxes) {
        document.moveDown(1);
        style('regular', 8, soft).text(boxNote, left, document.y, { width });
      }
      numberPages(document, printable(footer));
      document.end();
      return file;
    },
  };
}

const styleOf = ({ width, isAmount }: PdfColumn): PDFKit.Mixins.ColumnStyle => ({
  width: width ?? '*',
  align: { x: isAmount ? 'right' : 'left' },
  padding: [4, 6, 4, 0],
  border: [0, 0, 0.5, 0],
  borderColor: lineColor,
});

/** Writes the footer and the number of the page on every page. */
function numberPages(document: PDFKit.PDFDocument, footer: string): void {
  const { start, count } = document.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    document.switchToPage(page);
    const { margins, width, height } = document.page;
    // Text below the margin would start another page.
    margins.bottom = 0;
    document
      .font(fonts.regular)
      .fontSize(8)
      .fillColor(soft)
      .text(`${footer} · ${page - start + 1} of ${count}`, margins.left, height - margin, {
        width: width - margins.left - margins.right,
        align: 'center',
        lineBreak: false,
      });
  }
}

async function collected(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const read: Buffer[] = [];
  for await (const piece of pieces) {
    read.push(piece);
  }
  return Buffer.concat(read);
}
