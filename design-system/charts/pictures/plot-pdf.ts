/** What a PDF file says of itself. */
interface PdfText {
  title: string
  /** Read in place of the picture, and the subject of the file. */
  summary: string
  /** BCP 47 tag of both. */
  language: string
}

/** Pixels of an opaque picture, four bytes each. */
type Pixels = Pick<ImageData, 'width' | 'height' | 'data'>

/** A4 across and its margin, in points. */
const page = { width: 842, height: 595, margin: 36 }

/** Returns a drawn plot as a PDF file of one page. */
export async function toPdf(canvas: HTMLCanvasElement, text: PdfText): Promise<Blob> {
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height)
  if (!pixels) throw new Error('no canvas')
  return await writePicturePdf(pixels, text)
}

/** Writes a picture as a PDF file (ISO 32000-1) of one page: as large as fits, at the top, without loss. */
export async function writePicturePdf(pixels: Pixels, { title, summary, language }: PdfText): Promise<Blob> {
  const { width, height } = pixels
  const scale = Math.min((page.width - 2 * page.margin) / width, (page.height - 2 * page.margin) / height)
  const size = { width: width * scale, height: height * scale }
  const alternative = `/Alt ${textString(summary)}`
  const content = ascii(
    `/Figure << /MCID 0 >> BDC\nq ${size.width.toFixed(2)} 0 0 ${size.height.toFixed(2)} ${page.margin} ${(page.height - page.margin - size.height).toFixed(2)} cm /Plot Do Q\nEMC`,
  )
  const picture = await deflate(colours(pixels))
  return join([
    [
      `<< /Type /Catalog /Pages 2 0 R /Lang ${textString(language)} /MarkInfo << /Marked true >> /StructTreeRoot 7 0 R /ViewerPreferences << /DisplayDocTitle true >> >>`,
    ],
    ['<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Contents 4 0 R /Resources << /XObject << /Plot 5 0 R >> >> /StructParents 0 >>`,
    ],
    stream('', content),
    stream(
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode`,
      picture,
    ),
    [`<< /Title ${textString(title)} /Subject ${textString(summary)} /Producer (Assay) >>`],
    ['<< /Type /StructTreeRoot /K 8 0 R /ParentTree << /Nums [0 [8 0 R]] >> >>'],
    [`<< /Type /StructElem /S /Figure /P 7 0 R /Pg 3 0 R /K 0 ${alternative} >>`],
  ])
}

type Piece = string | Uint8Array<ArrayBuffer>
const ascii = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

const stream = (entries: string, bytes: Uint8Array<ArrayBuffer>): Piece[] => [
  `<< ${entries} /Length ${bytes.length} >>\nstream\n`,
  bytes,
  '\nendstream',
]

/** Any text as a string of the format: UTF-16, in hexadecimal so that no character needs an escape. */
function textString(text: string): string {
  let digits = 'FEFF'
  for (let index = 0; index < text.length; index++)
    digits += text.charCodeAt(index).toString(16).toUpperCase().padStart(4, '0')
  return `<${digits}>`
}

/** Puts numbered objects together with the table of their places; the first is the catalogue, the sixth the description. */
function join(objects: readonly Piece[][]): Blob {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  const write = (piece: Piece) => {
    const bytes = typeof piece === 'string' ? ascii(piece) : piece
    pieces.push(bytes)
    length += bytes.length
  }
  write('%PDF-1.7\n')
  const places = objects.map((parts, index) => {
    const place = length
    write(`${index + 1} 0 obj\n`)
    for (const part of parts) write(part)
    write('\nendobj\n')
    return place
  })
  const table = length
  write(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`)
  for (const place of places) write(`${String(place).padStart(10, '0')} 00000 n \n`)
  write(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${table}\n%%EOF\n`)
  return new Blob(pieces, { type: 'application/pdf' })
}

/** Returns red, green and blue of each pixel. */
function colours({ width, height, data }: Pixels): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(width * height * 3)
  for (let from = 0, to = 0; to < bytes.length; from += 4) {
    bytes[to++] = data[from] ?? 0
    bytes[to++] = data[from + 1] ?? 0
    bytes[to++] = data[from + 2] ?? 0
  }
  return bytes
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const deflated = new Response(bytes).body?.pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(deflated).arrayBuffer())
}
