import type { GuideBlock, GuideRun } from '@assay/design-system'
import { lexer, type Token, type Tokens } from 'marked'

interface GuideLinks {
  /** Name of the guide that is read: its links are relative to it. */
  name: string
  /** All guides that can be opened. */
  names: ReadonlySet<string>
  /** Address of one of them, with its heading. */
  hrefOf: (place: string) => string
}

/** Reads the Markdown of a guide. Comments are dropped; what cannot be opened from here is text. */
export function readGuide(text: string, links: GuideLinks): GuideBlock[] {
  return blocksOf(lexer(text), links)
}

const blocksOf = (tokens: readonly Token[], links: GuideLinks): GuideBlock[] =>
  tokens.flatMap(token => blockOf(token, links))

function blockOf(token: Token, links: GuideLinks): GuideBlock[] {
  switch (token.type) {
    case 'heading': {
      const { depth, text, tokens } = token as Tokens.Heading
      return [{ kind: 'heading', id: headingId(text), level: depth, runs: runsOf(tokens, links) }]
    }
    case 'code':
      return [{ kind: 'code', text: (token as Tokens.Code).text }]
    case 'blockquote':
      return [{ kind: 'quote', blocks: blocksOf((token as Tokens.Blockquote).tokens, links) }]
    case 'list': {
      const { ordered, items } = token as Tokens.List
      return [{ kind: 'list', ordered, items: items.map(({ tokens }) => blocksOf(tokens, links)) }]
    }
    case 'table': {
      const { header, rows } = token as Tokens.Table
      const read = (cells: readonly Tokens.TableCell[]) => cells.map(({ tokens }) => runsOf(tokens, links))
      return [{ kind: 'table', head: read(header), rows: rows.map(read) }]
    }
    case 'paragraph':
    case 'text': {
      const { tokens = [] } = token as Tokens.Text
      return [{ kind: 'paragraph', runs: runsOf(tokens, links) }]
    }
    default:
      return []
  }
}

const runsOf = (tokens: readonly Token[], links: GuideLinks): GuideRun[] => tokens.flatMap(token => runOf(token, links))

function runOf(token: Token, links: GuideLinks): GuideRun[] {
  switch (token.type) {
    case 'strong':
      return [{ kind: 'strong', text: plainText((token as Tokens.Strong).tokens) }]
    case 'em':
      return [{ kind: 'emphasis', text: plainText((token as Tokens.Em).tokens) }]
    case 'codespan':
      return [{ kind: 'code', text: (token as Tokens.Codespan).text }]
    case 'link':
      return [linkRun(token as Tokens.Link, links)]
    case 'br':
      return [{ kind: 'text', text: ' ' }]
    case 'html':
      return []
    default:
      return [{ kind: 'text', text: plainText([token]) }]
  }
}

function linkRun({ href, tokens }: Tokens.Link, { name, names, hrefOf }: GuideLinks): GuideRun {
  const text = plainText(tokens)
  if (href.startsWith('https://')) return { kind: 'link', text, href, external: true }
  const { pathname, hash } = new URL(href, `file:///${name}`)
  const target = pathname.slice(1)
  return names.has(target) ? { kind: 'link', text, href: hrefOf(`${target}${hash}`) } : { kind: 'text', text }
}

const plainText = (tokens: readonly Token[]): string =>
  tokens
    .map(token => ('tokens' in token && token.tokens ? plainText(token.tokens) : 'text' in token ? token.text : ''))
    .join('')

/** The id of a heading as links of the documentation write it. */
const headingId = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
