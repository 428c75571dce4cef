import { Button, cn, EmptyState, RelativeTime, Skeleton } from '@assay/design-system'
import { defined, type RuleVersionSummary } from '@assay/risk-service/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { PublishStatusBadge } from '../../../platform/authoring/publish/publish-status-badge.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { optionalParameter, type SearchParameter, useSearchState } from '../../../platform/router/use-search-state.ts'
import { ruleQueriesOf } from '../rule-queries.ts'
import { useRuleScope } from '../rule-scope.tsx'
import { type RuleHistoryProps, VersionView } from './version-view.tsx'

const versionParameter: SearchParameter<number> = { parse: Number, serialise: String }
const searchSchema = { version: versionParameter, against: optionalParameter }

/** Every publish of a rule, and what any two of them differ in. The address names both. */
export function RuleHistory({ rule, draft, write, onRestored }: RuleHistoryProps) {
  const intl = useIntl()
  const { environmentId, routing } = useRuleScope()
  const [{ version: requested, against }, setSearchState] = useSearchState(searchSchema)
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
  const shown =
    versions.find(each => each.version === requested)?.version ??
    (Number.isInteger(requested) && requested > 0 ? requested : versions[0]?.version)
  const other =
    against === 'draft' && draft
      ? 'draft'
      : Number(against) > 0 && Number(against) !== shown
        ? Number(against)
        : shown === rule.version
          ? (versions.find(each => each.version < rule.version)?.version ?? null)
          : rule.version
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
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto md:grid md:grid-cols-[16rem_minmax(0,1fr)] md:grid-rows-[minmax(0,1fr)] md:overflow-hidden">
      <nav
        aria-label={intl.formatMessage({ id: 'Common.Versions' })}
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
              onClick={() => setSearchState({ version: version.version, against: null })}
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
          onAgainst={value => setSearchState({ against: value })}
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
            <FormattedMessage id="Common.Version" values={{ version: version.version }} />
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
