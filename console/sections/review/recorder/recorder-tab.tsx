import { Button, Card, CardBody, CardHeader, EmptyState, Icon, SkeletonRows } from '@assay/design-system'
import type { EventDetail } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { type CaseAddress, caseInputOf } from '../../../platform/cases/case-links.ts'
import { useCan } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { flagParameter, useSearchState } from '../../../platform/router/use-search-state.ts'
import { KindChips, kindsParameter } from '../timeline/kind-chips.tsx'
import { CopyCaseButton } from './copy-case-button.tsx'
import { RerunPanel } from './rerun-panel.tsx'
import { groupOf, stepGroups } from './step-groups.ts'
import { StepList } from './step-list.tsx'

const searchSchema = { steps: kindsParameter(stepGroups), rerun: flagParameter('today') }

interface RecorderTabProps {
  detail: EventDetail
  address: CaseAddress
  /** Address of the tab with the request and the response. */
  jsonHref: string
}

/** Everything that was recorded of one call, from the request to who looked, in the order in which it happened. */
export function RecorderTab({ detail, address, jsonHref }: RecorderTabProps) {
  const can = useCan()
  const [{ steps: chosen, rerun }, setState] = useSearchState(searchSchema)
  const query = useQuery(api.recorder.timeline.queryOptions({ input: caseInputOf(address), staleTime: 30_000 }))
  const { data } = query
  const steps = data?.steps ?? []
  const shown = chosen.length === 0 ? steps : steps.filter(step => chosen.includes(groupOf(step)))
  return (
    <Card>
      <CardHeader
        title={<FormattedMessage id="Recorder.Title" />}
        meta={data === undefined ? null : <FormattedMessage id="Recorder.Count" values={{ count: shown.length }} />}
        actions={
          <>
            <Button size="sm" aria-pressed={rerun} onClick={() => setState({ rerun: !rerun })}>
              <Icon icon={RotateCw} size={12} />
              <FormattedMessage id="Recorder.Rerun" />
            </Button>
            {can('rules') ? <CopyCaseButton address={address} /> : null}
          </>
        }
      />
      <CardBody className="@container flex flex-col gap-4" aria-busy={query.isPending}>
        {rerun ? <RerunPanel address={address} onClose={() => setState({ rerun: false })} /> : null}
        {query.isError && data === undefined ? (
          <QueryError error={query.error} onRetry={() => void query.refetch()} />
        ) : data === undefined ? (
          <SkeletonRows rows={8} />
        ) : (
          <>
            <KindChips
              kinds={stepGroups.map(kind => ({ kind, count: steps.filter(step => groupOf(step) === kind).length }))}
              messageOf={kind => `Recorder.Group.${kind}`}
              chosen={chosen}
              onChosenChange={next => setState({ steps: next })}
            />
            {shown.length === 0 ? (
              <EmptyState kind="no-results" title={<FormattedMessage id="Recorder.Empty" />} />
            ) : (
              <StepList steps={shown} detail={detail} jsonHref={jsonHref} />
            )}
            {data.hidden.length === 0 ? null : (
              <p className="text-xs text-fg-muted">
                {data.hidden.map(log => (
                  <span key={log}>
                    <FormattedMessage id={`Recorder.Hidden.${log}`} />{' '}
                  </span>
                ))}
              </p>
            )}
          </>
        )}
      </CardBody>
    </Card>
  )
}
