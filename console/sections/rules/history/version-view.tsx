import { Button, Callout, Icon, Select, Skeleton, useFormat, useToast } from '@assay/design-system'
import { DiffViewer } from '@assay/design-system/editor'
import type { Rule, RuleBody, RuleVersionSummary } from '@assay/risk-service/contract'
import { fql } from '@assay/risk-service/fql/editor'
import { useQuery } from '@tanstack/react-query'
import { Copy, RotateCcw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import { ruleQueriesOf } from '../rule-queries.ts'
import { sectionsOf, useRuleScope } from '../rule-scope.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import { type PartChange, partChanges, ruleText } from './version-differences.ts'

export interface RuleHistoryProps {
  rule: Rule
  /** The caller's draft as it stands in the editor. */
  draft: RuleBody | null
  write: boolean
  onRestored: (rule: Rule) => void
}

interface VersionViewProps extends RuleHistoryProps {
  shown: number
  /** What it is compared with; null: nothing was published before. */
  other: number | 'draft' | null
  versions: readonly RuleVersionSummary[]
  onAgainst: (value: string) => void
}

/** One version beside another: what differs in words, and the marked text of the whole rule. */
export function VersionView({ rule, draft, shown, other, versions, write, onRestored, onAgainst }: VersionViewProps) {
  const intl = useIntl()
  const format = useFormat()
  const { toast } = useToast()
  const offline = useOffline()
  const scope = useRuleScope()
  const { environmentId, routing } = scope
  const sections = sectionsOf(scope, rule.type).length
  const [restoring, setRestoring] = useState(false)
  const input = (version: number) => ({ environmentId, ruleId: rule.id, version })
  const version = useQuery(ruleQueriesOf(routing).version.queryOptions({ input: input(shown), staleTime: Infinity }))
  const against = useQuery(
    ruleQueriesOf(routing).version.queryOptions({
      input: input(typeof other === 'number' ? other : shown),
      staleTime: Infinity,
      enabled: typeof other === 'number',
    }),
  )
  const error = version.error ?? (typeof other === 'number' ? against.error : null)
  const body = version.data?.body
  const otherBody = other === 'draft' ? draft : other === null ? emptyOf(body) : against.data?.body
  // The older one stands before the newer one; a draft is the newest.
  const older = other !== null && other !== 'draft' && other > shown
  const texts = useMemo(() => {
    const words = {
      condition: intl.formatMessage({ id: 'Authoring.Condition' }),
      section: (section: string) => (sections > 1 ? intl.formatMessage({ id: `Rules.Section.${section}` }) : null),
    }
    return body && otherBody
      ? { body: ruleText(body, words), other: other === null ? '' : ruleText(otherBody, words) }
      : null
  }, [body, otherBody, other, intl, sections])
  if (error)
    return (
      <QueryError
        error={error}
        onRetry={() => {
          void version.refetch()
          void against.refetch()
        }}
      />
    )
  const first = other === 'draft' || older
  const label = (of: number | 'draft' | null) =>
    of === 'draft'
      ? intl.formatMessage({ id: 'Rules.History.MyDraft' })
      : of === null
        ? intl.formatMessage({ id: 'Rules.History.Nothing' })
        : intl.formatMessage({ id: 'Common.Version' }, { version: of })
  const options = [
    ...(draft ? [{ value: 'draft', label: label('draft') }] : []),
    ...versions
      .filter(each => each.version !== shown)
      .map(each => ({
        value: String(each.version),
        label:
          each.version === rule.version
            ? intl.formatMessage({ id: 'Rules.History.Published' }, { version: each.version })
            : label(each.version),
      })),
  ]
  const copy = async () => {
    if (!texts) return
    try {
      await navigator.clipboard.writeText(texts.body)
      toast({ title: intl.formatMessage({ id: 'Rules.History.Copied' }) })
    } catch {
      toast({ tone: 'danger', title: intl.formatMessage({ id: 'DesignSystem.JsonViewer.CopyFailed' }) })
    }
  }
  return (
    <div className="flex min-h-0 min-w-0 flex-col">
      <div className="flex min-h-topbar shrink-0 flex-wrap items-center gap-2 border-be border-line-subtle px-4 py-1">
        <h2 className="font-semibold">{label(shown)}</h2>
        {version.data ? (
          <span className="text-xs text-fg-muted">
            <FormattedMessage
              id="Common.UserAndTime"
              values={{
                user: <bdi key="user">{version.data.publishedBy}</bdi>,
                time: format.dateTime(version.data.publishedAt),
              }}
            />
          </span>
        ) : null}
        {options.length > 0 ? (
          <span className="flex items-center gap-2 text-xs text-fg-secondary">
            <FormattedMessage id="Rules.History.Against" />
            <Select
              size="sm"
              className="w-auto"
              aria-label={intl.formatMessage({ id: 'Rules.History.Against' })}
              {...(other === null ? { placeholder: label(null) } : { value: String(other) })}
              options={options}
              onValueChange={onAgainst}
            />
          </span>
        ) : null}
        <span className="ms-auto flex gap-2">
          <Button size="sm" variant="ghost" disabled={!texts} onClick={() => void copy()}>
            <Icon icon={Copy} size={12} />
            <FormattedMessage id="Rules.History.Copy" />
          </Button>
          {write ? (
            <Button size="sm" disabled={!body || offline} onClick={() => setRestoring(true)}>
              <Icon icon={RotateCcw} size={12} />
              <FormattedMessage id="Rules.History.Restore" />
            </Button>
          ) : null}
        </span>
      </div>
      {texts && body && otherBody ? (
        <>
          {other === null ? (
            <Callout tone="info" className="m-3">
              <FormattedMessage id="Rules.History.First" />
            </Callout>
          ) : (
            <ChangeList changes={first ? partChanges(body, otherBody) : partChanges(otherBody, body)} />
          )}
          <DiffViewer
            className="min-h-[20rem] flex-1"
            language={fql}
            label={intl.formatMessage({ id: 'Rules.History.Difference' })}
            before={first ? texts.body : texts.other}
            after={first ? texts.other : texts.body}
            beforeLabel={label(first ? shown : other)}
            afterLabel={label(first ? other : shown)}
          />
        </>
      ) : (
        <div className="p-4" aria-busy="true">
          <Skeleton className="h-2 w-1/2" />
        </div>
      )}
      {restoring ? (
        <RestoreDialog
          rule={rule}
          version={shown}
          hasDraft={draft !== null}
          onClose={() => setRestoring(false)}
          onRestored={onRestored}
        />
      ) : null}
    </div>
  )
}

const emptyOf = (body: RuleBody | undefined): RuleBody | undefined =>
  body && { ...body, clauses: [], condition: '', description: '' }

/** What two versions differ in, as sentences: the marked text below shows the same. */
function ChangeList({ changes }: { changes: readonly PartChange[] }) {
  if (changes.length === 0) return null
  return (
    <ul className="flex max-h-[8rem] shrink-0 flex-wrap gap-x-4 gap-y-1 overflow-y-auto border-be border-line-subtle px-4 py-2 text-xs text-fg-secondary">
      {changes.map(change => (
        <li key={change.part === 'clause' ? `clause ${change.name}` : change.part}>
          {change.part === 'clause' ? (
            <FormattedMessage
              id={`Rules.History.Clause.${change.kind}`}
              values={{
                name: (
                  <bdi key="name" className="font-medium text-fg">
                    {change.name}
                  </bdi>
                ),
              }}
            />
          ) : (
            <FormattedMessage id={`Rules.History.Part.${change.part}`} />
          )}
        </li>
      ))}
    </ul>
  )
}
