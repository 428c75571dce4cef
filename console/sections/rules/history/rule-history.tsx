import {
  Button,
  Callout,
  cn,
  EmptyState,
  Icon,
  RelativeTime,
  Select,
  Skeleton,
  useFormat,
  useToast,
} from '@assay/design-system'
import { DiffViewer } from '@assay/design-system/editor'
import type { Rule, RuleBody, RuleVersionSummary } from '@assay/risk-service/contract'
import { defined } from '@assay/risk-service/contract'
import { fql } from '@assay/risk-service/fql/editor'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Copy, RotateCcw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useSearchParams } from 'react-router-dom'
import { PublishStatusBadge } from '../../../platform/authoring/publish/publish-status-badge.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import { ruleQueriesOf } from '../rule-queries.ts'
import { sectionsOf, useRuleScope } from '../rule-scope.tsx'
import { ChangeList } from './change-list.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import { partChanges, ruleText } from './version-differences.ts'

interface RuleHistoryProps {
  rule: Rule
  /** The caller's draft as it stands in the editor. */
  draft: RuleBody | null
  write: boolean
  onRestored: (rule: Rule) => void
}

/** Every publish of a rule, and what any two of them differ in. The address names both. */
export function RuleHistory({ rule, draft, write, onRestored }: RuleHistoryProps) {
  const intl = useIntl()
  const { environmentId, routing } = useRuleScope()
  const [parameters, setParameters] = useSearchParams()
  const pages = useInfiniteQuery(
    ruleQueriesOf(routing).history.infiniteOptions({
      input: (before: number | undefined) => ({
        environmentId,
        ruleId: rule.id,
        limit: 25,
        ...defined({ before }),
      }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: page => page.next ?? undefined,
      staleTime: 0,
    }),
  )
  const versions = pages.data?.pages.flatMap(page => page.versions) ?? []
  const asked = Number(parameters.get('version'))
  const shown =
    versions.find(each => each.version === asked)?.version ??
    (Number.isInteger(asked) && asked > 0 ? asked : versions[0]?.version)
  const against = parameters.get('against')
  const other =
    against === 'draft' && draft
      ? 'draft'
      : Number(against) > 0 && Number(against) !== shown
        ? Number(against)
        : shown === rule.version
          ? (versions.find(each => each.version < rule.version)?.version ?? null)
          : rule.version
  const set = (name: string, value: string) =>
    setParameters(
      current => {
        const next = new URLSearchParams(current)
        next.set(name, value)
        if (name === 'version') next.delete('against')
        return next
      },
      { replace: true },
    )

  if (pages.isError && !pages.data) return <QueryError error={pages.error} onRetry={() => void pages.refetch()} />
  if (pages.data && versions.length === 0)
    return (
      <EmptyState
        kind="first-use"
        title={<FormattedMessage id="Rules.History.None" />}
        description={<FormattedMessage id="Rules.History.NoneText" />}
      />
    )
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto md:grid md:grid-cols-[256px_minmax(0,1fr)] md:grid-rows-[minmax(0,1fr)] md:overflow-hidden">
      <nav
        aria-label={intl.formatMessage({ id: 'Rules.History.Versions' })}
        aria-busy={pages.isPending}
        className="flex max-h-[14rem] min-w-0 shrink-0 flex-col overflow-y-auto border-be border-line-subtle bg-canvas p-2 md:max-h-none md:min-h-0 md:border-e md:border-be-0"
      >
        {pages.isPending ? <Skeleton className="m-2 h-2 w-1/2" /> : null}
        <ol className="flex flex-col gap-0.5">
          {versions.map(version => (
            <VersionEntry
              key={version.version}
              version={version}
              current={version.version === shown}
              published={version.version === rule.version}
              onClick={() => set('version', String(version.version))}
            />
          ))}
        </ol>
        {pages.hasNextPage ? (
          <Button
            size="sm"
            variant="ghost"
            className="mbs-1"
            loading={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            <FormattedMessage id="Rules.History.Older" />
          </Button>
        ) : null}
      </nav>
      {shown === undefined ? (
        <div />
      ) : (
        <VersionView
          key={`${shown} ${other}`}
          rule={rule}
          draft={draft}
          shown={shown}
          other={other}
          versions={versions}
          write={write}
          onRestored={onRestored}
          onAgainst={value => set('against', value)}
        />
      )}
    </div>
  )
}

function VersionEntry({
  version,
  current,
  published,
  onClick,
}: {
  version: RuleVersionSummary
  current: boolean
  published: boolean
  onClick: () => void
}) {
  return (
    <li>
      <button
        type="button"
        aria-current={current || undefined}
        onClick={onClick}
        className={cn(
          'relative flex w-full min-w-0 flex-col gap-0.5 rounded-control border border-transparent px-3 py-1.5 text-start hover:bg-surface-hover focus-ring-inset',
          current &&
            'bg-surface-selected before:absolute before:inset-bs-2 before:inset-be-2 before:-inset-s-px before:w-0.5 before:bg-accent',
        )}
      >
        <span className="flex flex-wrap items-center gap-2">
          <span className={cn(current && 'font-medium')}>
            <FormattedMessage id="Rules.History.Version" values={{ version: version.version }} />
          </span>
          <PublishStatusBadge status={version.status} />
          {published ? (
            <span className="text-xs text-fg-muted">
              <FormattedMessage id="Rules.History.InForce" />
            </span>
          ) : null}
        </span>
        <span className="truncate text-xs text-fg-secondary">
          <bdi>{version.name}</bdi>
        </span>
        <span className="truncate text-xs text-fg-muted">
          <bdi>{version.publishedBy}</bdi> <RelativeTime value={version.publishedAt} />
        </span>
      </button>
    </li>
  )
}

interface VersionViewProps extends RuleHistoryProps {
  shown: number
  /** What it is compared with; null: nothing was published before. */
  other: number | 'draft' | null
  versions: readonly RuleVersionSummary[]
  onAgainst: (value: string) => void
}

/** One version beside another: what differs in words, and the marked text of the whole rule. */
function VersionView({ rule, draft, shown, other, versions, write, onRestored, onAgainst }: VersionViewProps) {
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
      condition: intl.formatMessage({ id: 'Rules.Condition.Title' }),
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
        : intl.formatMessage({ id: 'Rules.History.Version' }, { version: of })
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
              id="Rules.By"
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
