import {
  Badge,
  cn,
  Icon,
  IconButton,
  NumberText,
  RelativeTime,
  Tooltip,
  useFormat,
  VisuallyHidden,
} from '@assay/design-system'
import type { RuleOverview } from '@assay/risk-service/contract'
import { Settings2, TriangleAlert } from 'lucide-react'
import { FormattedList, FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { useHref } from '../../../platform/environments/environments.tsx'
import { useAssessmentName } from '../../../platform/events/use-assessment-name.ts'
import { rulesPathOf } from '../../../platform/router/rules-path.ts'

interface RuleOverviewTableProps {
  rows: readonly RuleOverview[]
  loading: boolean
  /** Assessment whose settings are open. */
  chosen: string | null
  onChoose: (eventType: string) => void
}

// Heads break into lines before the table is wider than its place: languages differ by half.
const head = 'h-header px-cell-x py-1 text-xs font-medium text-fg-secondary'
const cell = 'px-cell-x py-1.5 align-top'
/**
 * Columns that are hidden on a narrow page: the row shows their values elsewhere then, or the settings beside it do.
 */
const roomy = {
  inherited: 'hidden @min-[64rem]:table-cell',
  payload: 'hidden @min-[52rem]:table-cell',
  evaluation: 'hidden @min-[44rem]:table-cell',
}
/** The commands of a row stay in reach while the rest is moved sideways. */
const commands = 'sticky inset-e-0 bg-inherit pe-page'

const pages = {
  function: ['/data/functions', 'function'],
  velocity: ['/data/velocities', 'set'],
  list: ['/data/lists/custom', 'list'],
  externalCall: ['/data/externalcalls', 'call'],
} as const

const limits = {
  rules: 'Rules.Configuration.Rules',
  functions: 'Functions.Title',
  branches: 'Rules.Configuration.Branches',
} as const
const isLimit = (name: string): name is keyof typeof limits => Object.hasOwn(limits, name)

/** The subject of a warning, with the link to its page if it has one. */
function WarningNames({ warning: { code, names, resources } }: { warning: RuleOverview['warnings'][number] }) {
  const href = useHref()
  if (code === 'limitNear')
    return (
      <FormattedList
        type="unit"
        value={names.map(name => (isLimit(name) ? <FormattedMessage key={name} id={limits[name]} /> : name))}
      />
    )
  if (resources === undefined) return <bdi>{names.join(', ')}</bdi>
  return (
    <FormattedList
      type="unit"
      value={resources.map(({ resource, id, name }) => {
        const page = pages[resource]
        const key = `${resource} ${id} ${name}`
        return (
          <Link key={key} to={href(page[0], new URLSearchParams({ [page[1]]: id }))} className="underline">
            <bdi>{name}</bdi>
          </Link>
        )
      })}
    />
  )
}

/** One row per assessment: the evaluation of its rules, their number, and their warnings. */
export function RuleOverviewTable({ rows, loading, chosen, onChoose }: RuleOverviewTableProps) {
  const intl = useIntl()
  const format = useFormat()
  const href = useHref()
  const nameOf = useAssessmentName()
  return (
    <div className="@container relative min-h-0 flex-1 overflow-auto" aria-busy={loading || undefined}>
      <table
        aria-label={intl.formatMessage({ id: 'Rules.Configuration.Title' })}
        className="w-full border-collapse text-sm text-fg"
      >
        <thead>
          <tr className="border-be border-line bg-surface-sunken">
            <th scope="col" className={`${head} ps-page text-start`}>
              <FormattedMessage id="Rules.Configuration.Assessment" />
            </th>
            <th scope="col" className={`${head} ${roomy.evaluation} text-start`}>
              <FormattedMessage id="Rules.Configuration.Evaluation" />
            </th>
            <th scope="col" className={`${head} text-start`}>
              <FormattedMessage id="Rules.Configuration.Rules" />
            </th>
            <th scope="col" className={`${head} text-start`}>
              <FormattedMessage id="Rules.Configuration.Branches" />
            </th>
            <th scope="col" className={`${head} ${roomy.payload} text-start`}>
              <FormattedMessage id="Rules.Configuration.Payload" />
            </th>
            <th scope="col" className={`${head} ${roomy.inherited} text-end`}>
              <FormattedMessage id="Rules.Configuration.Inherited" />
            </th>
            <th scope="col" className={`${head} text-start`}>
              <FormattedMessage id="Rules.Configuration.Functions" />
            </th>
            <th scope="col" className={`${head} text-start`}>
              <FormattedMessage id="Rules.Configuration.Published" />
            </th>
            <th scope="col" className={`${head} ${commands}`}>
              <VisuallyHidden>
                <FormattedMessage id="Common.Actions" />
              </VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {loading
            ? Array.from({ length: 3 }, (_, index) => (
                <tr key={index} aria-hidden className="h-row border-be border-line-subtle">
                  <td className={cn(cell, 'ps-page align-middle')}>
                    <span className="block h-2 w-3/4 rounded-mark bg-line-subtle" />
                  </td>
                  <td colSpan={8} />
                </tr>
              ))
            : null}
          {rows.map(row => {
            const name = nameOf(row.eventType, row.name)
            return (
              <tr
                key={row.eventType}
                aria-current={chosen === row.eventType || undefined}
                className={cn(
                  'border-be border-line-subtle bg-surface hover:bg-surface-hover',
                  chosen === row.eventType && 'bg-surface-selected system-outline',
                )}
              >
                <th
                  scope="row"
                  className={cn(
                    cell,
                    'min-w-[11rem] ps-page text-start font-normal',
                    chosen === row.eventType &&
                      'relative before:absolute before:inset-y-0 before:inset-s-0 before:w-0.5 before:bg-accent',
                  )}
                >
                  <Link to={href(rulesPathOf(row.assessmentId))} className="font-medium text-link hover:underline">
                    <bdi>{name}</bdi>
                  </Link>
                  <span className="block text-xs text-fg-muted">
                    <FormattedMessage id={`Rules.Kind.${row.kind}`} />
                  </span>
                  {row.warnings.map(warning => (
                    <span key={warning.code} className="flex items-start gap-1 text-xs text-warning-text">
                      <Icon icon={TriangleAlert} size={12} className="mbs-px shrink-0" />
                      <span>
                        <FormattedMessage
                          id={`Rules.Warning.${warning.code}`}
                          values={{ names: <WarningNames key="names" warning={warning} /> }}
                        />
                      </span>
                    </span>
                  ))}
                </th>
                <td className={`${cell} ${roomy.evaluation} min-w-[9rem] max-w-[14rem]`}>
                  <FormattedMessage id={`Rules.Behaviour.${row.evaluation}`} />
                </td>
                <td className={`${cell} min-w-[8rem]`}>
                  <FormattedMessage
                    id="Rules.Configuration.Counts"
                    values={{ active: row.active, inactive: row.inactive }}
                  />
                  {row.inherited > 0 ? (
                    <span className="block text-xs text-fg-muted @min-[64rem]:hidden">
                      <FormattedMessage id="Rules.Configuration.InheritedCount" values={{ count: row.inherited }} />
                    </span>
                  ) : null}
                  {row.myDrafts > 0 ? (
                    <span className="block text-xs text-fg-muted">
                      <FormattedMessage id="Rules.Configuration.Drafts" values={{ count: row.myDrafts }} />
                    </span>
                  ) : null}
                  {row.actions ? (
                    <span className="block text-xs text-fg-muted">
                      <FormattedMessage id="Rules.Configuration.ActionCount" values={{ count: row.activeActions }} />
                    </span>
                  ) : null}
                </td>
                <td className={cell}>
                  <NumberText value={row.branches.used} />
                  {row.experiment === null ? null : (
                    <span className="block">
                      <Badge tone="info">
                        <bdi>{row.experiment}</bdi>
                      </Badge>
                    </span>
                  )}
                </td>
                <td className={`${cell} ${roomy.payload}`}>
                  <FormattedMessage
                    id={row.payloadEdited ? 'Rules.Configuration.PayloadEdited' : 'Rules.Configuration.PayloadDefault'}
                  />
                  {row.payloadEdited && row.settingsUpdatedAt ? (
                    <span className="block text-xs text-fg-muted">{format.date(row.settingsUpdatedAt)}</span>
                  ) : null}
                </td>
                <td className={`${cell} ${roomy.inherited} text-end`}>
                  <NumberText value={row.inherited} />
                </td>
                <td className={`${cell} whitespace-nowrap`}>
                  <FormattedMessage
                    id="Rules.Configuration.Used"
                    values={{ used: row.functions.used, most: row.functions.most }}
                  />
                </td>
                <td className={`${cell} min-w-[7rem]`}>
                  {row.publishedAt ? (
                    <>
                      <bdi>{row.publishedBy}</bdi>{' '}
                      <RelativeTime value={row.publishedAt} className="block text-xs text-fg-muted" />
                    </>
                  ) : (
                    <span className="text-fg-muted">
                      <FormattedMessage id="Rules.Configuration.Never" />
                    </span>
                  )}
                </td>
                <td className={`${cell} ${commands} text-end`}>
                  <Tooltip content={<FormattedMessage id="Rules.Settings.Title" />}>
                    <IconButton
                      icon={Settings2}
                      size="sm"
                      label={intl.formatMessage({ id: 'Rules.Settings.Of' }, { name })}
                      onClick={() => onChoose(row.eventType)}
                    />
                  </Tooltip>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
