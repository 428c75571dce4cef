import { Fragment } from 'react'
import { useIntl } from 'react-intl'
import type { RenderLink } from '../../navigation/link/render-link.tsx'
import { Link } from '../../primitives/link/link.tsx'
import { Heading } from '../../primitives/text/text.tsx'
import type { GuideBlock, GuideRun } from './guide-model.ts'

interface PartProps {
  renderLink: RenderLink
}

function Runs({ runs, renderLink }: PartProps & { runs: readonly GuideRun[] }) {
  return runs.map((run, index) => {
    switch (run.kind) {
      case 'strong':
        return (
          <strong key={index} className="font-semibold">
            {run.text}
          </strong>
        )
      case 'emphasis':
        return <em key={index}>{run.text}</em>
      case 'code':
        return (
          <code key={index} className="font-mono text-xs wrap-anywhere">
            {run.text}
          </code>
        )
      case 'link':
        return run.external ? (
          <Link key={index} href={run.href} external>
            {run.text}
          </Link>
        ) : (
          <Link key={index} asChild>
            {renderLink({ href: run.href, children: run.text })}
          </Link>
        )
      default:
        return <Fragment key={index}>{run.text}</Fragment>
    }
  })
}

/** A table that scrolls by itself, by keys, too, where it is wider than the text. */
function GuideTable({ head, rows, renderLink }: PartProps & Omit<Extract<GuideBlock, { kind: 'table' }>, 'kind'>) {
  const intl = useIntl()
  return (
    <div
      role="group"
      tabIndex={0}
      aria-label={intl.formatMessage({ id: 'DesignSystem.HelpTopics.Table' })}
      className="focus-ring-inset min-w-0 overflow-x-auto"
    >
      <table className="w-full border-collapse text-start text-sm">
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th
                key={index}
                scope="col"
                className="border-be border-line-subtle px-2 py-1 text-start align-top font-medium"
              >
                <Runs runs={cell} renderLink={renderLink} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column} className="border-be border-line-subtle px-2 py-1 align-top [&_code]:wrap-normal">
                  <Runs runs={cell} renderLink={renderLink} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function GuideList({ ordered, items, renderLink }: PartProps & Omit<Extract<GuideBlock, { kind: 'list' }>, 'kind'>) {
  const List = ordered ? 'ol' : 'ul'
  return (
    <List className={ordered ? 'list-decimal ps-5' : 'list-disc ps-5'}>
      {items.map((item, index) => (
        <li key={index} className="py-0.5">
          <GuideText blocks={item} renderLink={renderLink} />
        </li>
      ))}
    </List>
  )
}

/** The id of a heading in the page, which has other ids, too. */
export const guideAnchor = (id: string): string => `guide-${id}`

/** The text of a guide. Its first heading is one below the title of the dialog around it. */
export function GuideText({ blocks, renderLink }: PartProps & { blocks: readonly GuideBlock[] }) {
  return blocks.map((block, index) => {
    switch (block.kind) {
      case 'heading':
        return (
          <Heading
            key={index}
            id={guideAnchor(block.id)}
            level={block.level === 1 ? 3 : 4}
            size={block.level === 1 ? 'lg' : block.level === 2 ? 'md' : 'sm'}
            className="mbs-2 wrap-anywhere"
          >
            <Runs runs={block.runs} renderLink={renderLink} />
          </Heading>
        )
      case 'paragraph':
        return (
          <p key={index} className="wrap-anywhere">
            <Runs runs={block.runs} renderLink={renderLink} />
          </p>
        )
      case 'code':
        return (
          <pre
            key={index}
            className="rounded-control bg-surface-sunken p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
          >
            {block.text}
          </pre>
        )
      case 'quote':
        return (
          <blockquote key={index} className="border-s border-line ps-3 text-fg-secondary">
            <GuideText blocks={block.blocks} renderLink={renderLink} />
          </blockquote>
        )
      case 'list':
        return <GuideList key={index} ordered={block.ordered} items={block.items} renderLink={renderLink} />
      default:
        return <GuideTable key={index} head={block.head} rows={block.rows} renderLink={renderLink} />
    }
  })
}
