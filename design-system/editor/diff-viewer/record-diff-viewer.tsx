import { type ComponentProps, Fragment, type ReactNode, useMemo, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { AccessibleName } from '../../lib/accessibility/accessible-name.ts'
import { cn } from '../../lib/cn.ts'
import { missingMark, signs } from '../../lib/marks.ts'
import { Button } from '../../primitives/button/button.tsx'
import { DiffBar } from './diff-bar.tsx'
import { type RecordChange, recordDiff } from './record-diff.ts'
import { useChangeNavigation } from './use-change-navigation.ts'

export type RecordDiffViewerProps = Omit<ComponentProps<'div'>, 'children'> &
  AccessibleName & {
    /** Two records: objects, arrays, plain values. */
    before: unknown
    /** The later record. */
    after: unknown
    /** Heading of the earlier record, such as "Published 13". */
    beforeLabel?: ReactNode
    /** Heading of the later record, such as "Draft". */
    afterLabel?: ReactNode
    /** Label of a field; by default its path is shown. */
    nameOf?: (path: string) => ReactNode
    /** Fields whose values are hidden: only the fact of a difference is shown. */
    masked?: (path: string) => boolean
  }

const glyphs: Record<RecordChange['kind'], string> = {
  added: signs.plus,
  removed: signs.minus,
  changed: `${signs.minus}${signs.plus}`,
  equal: '',
}
const changeNames = {
  added: 'DesignSystem.DiffViewer.Added',
  removed: 'DesignSystem.DiffViewer.Removed',
  changed: 'DesignSystem.DiffViewer.Changed',
} as const
/** More rows than a person reads: a button shows the rest. */
const atFirst = 200
/** A value of a megabyte would push the rest out of view. */
const shortened = (text: string) => (text.length > 2000 ? `${text.slice(0, 2000)}…` : text)
const noMask = () => false
const hiddenValue = '••••'

/** Compares two records, field by field. F7 goes to the next change. */
export function RecordDiffViewer({
  before,
  after,
  beforeLabel,
  afterLabel,
  nameOf,
  masked = noMask,
  label,
  labelledBy,
  className,
  ...props
}: RecordDiffViewerProps) {
  const intl = useIntl()
  const table = useRef<HTMLTableElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const [showUnchanged, setShowUnchanged] = useState(false)
  const [all, setAll] = useState(false)
  const fields = useMemo(() => recordDiff(before, after), [before, after])
  const changes = useMemo(() => fields.filter(field => field.kind !== 'equal'), [fields])
  const equal = fields.length - changes.length
  const shown = showUnchanged ? fields : changes
  const { current, go, onKeyDown } = useChangeNavigation(changes.length, change => {
    const path = changes[change]?.path ?? ''
    if (shown.findIndex(field => field.path === path) >= atFirst) setAll(true)
    requestAnimationFrame(() =>
      table.current?.querySelector(`[data-path="${CSS.escape(path)}"]`)?.scrollIntoView({ block: 'nearest' }),
    )
  })
  const count = (kind: RecordChange['kind']) =>
    fields.filter(field => field.kind === kind || (field.kind === 'changed' && kind !== 'equal')).length
  return (
    // eslint-disable-next-line jsx-a11y-x/no-static-element-interactions -- the keys of a composite are heard at its root
    <div
      data-slot="record-diff-viewer"
      className={cn('flex min-h-0 min-w-0 flex-col bg-surface text-sm text-fg', className)}
      onKeyDown={onKeyDown}
      {...props}
    >
      <DiffBar count={changes.length} current={current} added={count('added')} removed={count('removed')} onGo={go}>
        {equal > 0 ? (
          <Button
            variant="ghost"
            size="sm"
            aria-pressed={showUnchanged}
            onClick={() => setShowUnchanged(!showUnchanged)}
          >
            <FormattedMessage
              id={showUnchanged ? 'DesignSystem.DiffViewer.HideEqual' : 'DesignSystem.DiffViewer.ShowEqual'}
              values={{ count: equal }}
            />
          </Button>
        ) : null}
      </DiffBar>
      {shown.length === 0 ? (
        <p className="px-4 py-3 text-fg-muted">
          <FormattedMessage id="DesignSystem.DiffViewer.EqualRecords" />
        </p>
      ) : (
        <div
          ref={frame}
          tabIndex={0}
          role="region"
          aria-label={label}
          aria-labelledby={labelledBy}
          className="min-h-0 flex-1 overflow-auto focus-ring-inset"
        >
          <table
            ref={table}
            className="w-full border-collapse text-start"
            aria-label={label}
            aria-labelledby={labelledBy}
          >
            <thead className="text-xs text-fg-secondary">
              <tr className="border-be border-line-subtle bg-surface-sunken">
                {[
                  intl.formatMessage({ id: 'DesignSystem.DiffViewer.Field' }),
                  beforeLabel ?? intl.formatMessage({ id: 'DesignSystem.DiffViewer.Before' }),
                  afterLabel ?? intl.formatMessage({ id: 'DesignSystem.DiffViewer.After' }),
                ].map((head, i) => (
                  <th key={i} scope="col" className="h-header px-3 text-start font-medium">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.slice(0, all ? undefined : atFirst).map(field => (
                <tr
                  key={field.path}
                  data-path={field.path}
                  aria-current={field.kind !== 'equal' && changes[current]?.path === field.path ? true : undefined}
                  className="border-be border-line-subtle align-top aria-current:bg-surface-selected aria-current:system-outline"
                >
                  <th scope="row" className="min-w-[8rem] px-3 py-1.5 text-start font-normal">
                    <span className="flex items-baseline">
                      <span aria-hidden className="w-5 shrink-0 font-mono font-medium text-fg-secondary">
                        <bdi dir="ltr">{glyphs[field.kind]}</bdi>
                      </span>
                      {field.kind === 'equal' ? null : (
                        <span className="sr-only">
                          <FormattedMessage id={changeNames[field.kind]} />
                        </span>
                      )}
                      <span className="min-w-0 wrap-break-word">
                        {nameOf?.(field.path) ?? (
                          <bdi dir="ltr" className="font-mono text-xs">
                            <Path path={field.path} />
                          </bdi>
                        )}
                      </span>
                    </span>
                  </th>
                  <Value
                    text={field.before}
                    side={field.kind === 'equal' ? 'equal' : 'removed'}
                    hidden={masked(field.path)}
                  />
                  <Value
                    text={field.after}
                    side={field.kind === 'equal' ? 'equal' : 'added'}
                    hidden={masked(field.path)}
                  />
                </tr>
              ))}
            </tbody>
          </table>
          {!all && shown.length > atFirst ? (
            <Button
              variant="ghost"
              className="m-2"
              onClick={() => {
                setAll(true)
                frame.current?.focus()
              }}
            >
              <FormattedMessage id="DesignSystem.DiffViewer.ShowAll" values={{ count: shown.length }} />
            </Button>
          ) : null}
        </div>
      )}
    </div>
  )
}

/** A path that wraps after its dots and not within a word. */
const Path = ({ path }: { path: string }) =>
  path.split(/(?<=\.)/).map((part, i) => (
    <Fragment key={i}>
      {part}
      <wbr />
    </Fragment>
  ))

interface ValueProps {
  text: string | undefined
  side: 'added' | 'removed' | 'equal'
  hidden: boolean
}

function Value({ text, side, hidden }: ValueProps) {
  if (text === undefined)
    return (
      <td className="px-3 py-1.5 text-fg-muted">
        <span aria-hidden>{missingMark}</span>
        <span className="sr-only">
          <FormattedMessage id="DesignSystem.KeyValueList.Missing" />
        </span>
      </td>
    )
  const content = hidden ? (
    <>
      <span aria-hidden>{hiddenValue}</span>
      <span className="sr-only">
        <FormattedMessage id="DesignSystem.JsonViewer.Masked" />
      </span>
    </>
  ) : (
    <bdi>{shortened(text)}</bdi>
  )
  return (
    <td className="px-3 py-1.5 wrap-anywhere">
      {side === 'equal' ? (
        content
      ) : side === 'added' ? (
        <ins className="rounded-mark border border-transparent bg-success-subtle px-1 text-success-text underline decoration-2">
          {content}
        </ins>
      ) : (
        <del className="rounded-mark border border-transparent bg-danger-subtle px-1 text-danger-text underline decoration-dashed decoration-2">
          {content}
        </del>
      )}
    </td>
  )
}
