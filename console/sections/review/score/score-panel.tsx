import { Callout, SegmentedControl, SidePanel, SkeletonRows } from '@assay/design-system'
import { type ModelKind, minimumLabels, modelKinds } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { choiceParameter, type SearchParameter, useSearchState } from '../../../platform/router/use-search-state.ts'
import { scorePanelSchema } from '../score-panel-parameter.ts'
import { ModelCardSection } from './model-card.tsx'
import { ModelTrainingSection } from './model-training-section.tsx'
import { VersionFacts, Versions } from './model-versions.tsx'

const versionParameter: SearchParameter<number | null> = {
  parse: text => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null),
  serialise: version => (version === null ? null : String(version)),
}
const searchSchema = { ...scorePanelSchema, of: choiceParameter(modelKinds), model: versionParameter }

interface ScorePanelProps {
  environmentId: string
  write: boolean
}

/** The card of the risk or the bot model: its training, its quality, its features, and its versions. */
export function ScorePanel({ environmentId, write }: ScorePanelProps) {
  const intl = useIntl()
  const [{ of, model }, setSearchState] = useSearchState(searchSchema)
  const kind: ModelKind = of ?? 'risk'
  const list = useQuery({
    ...api.models.list.queryOptions({ input: { environmentId, kind }, staleTime: 0 }),
    refetchInterval: query =>
      query.state.data?.training?.state === 'waiting' || query.state.data?.training?.state === 'running' ? 1500 : false,
  })
  const version =
    list.data?.versions.find(each => (model === null ? each.active : each.version === model)) ??
    list.data?.versions.find(({ active }) => active)
  return (
    <SidePanel
      variant="modal"
      className="sm:max-w-dialog-lg"
      title={<FormattedMessage id="Models.About" />}
      onClose={() => setSearchState({ panel: false, of: null, model: null })}
    >
      <div className="flex flex-col gap-4 p-4" aria-label={intl.formatMessage({ id: 'Models.About' })} role="group">
        <SegmentedControl
          label={intl.formatMessage({ id: 'Models.Which' })}
          value={kind}
          segments={modelKinds.map(value => ({
            value,
            label: intl.formatMessage({ id: `Review.Counterfactuals.${value}` }),
          }))}
          onValueChange={next => setSearchState({ of: next, model: null })}
        />
        {list.isError && !list.data ? (
          <QueryError error={list.error} onRetry={() => void list.refetch()} />
        ) : list.data === undefined || version === undefined ? (
          <SkeletonRows rows={10} />
        ) : (
          <>
            <VersionFacts version={version} />
            {version.shipped ? (
              <Callout tone="info" title={<FormattedMessage id="Models.Shipped.Title" />}>
                <FormattedMessage
                  id="Models.Shipped.Text"
                  values={{ rows: minimumLabels.rows, each: minimumLabels.perClass }}
                />
              </Callout>
            ) : (
              <ModelCardSection environmentId={environmentId} kind={kind} version={version.version} />
            )}
            <ModelTrainingSection
              environmentId={environmentId}
              kind={kind}
              labels={list.data.labels}
              training={list.data.training}
              write={write}
              onChanged={() => void list.refetch()}
            />
            <Versions
              key={kind}
              environmentId={environmentId}
              kind={kind}
              versions={list.data.versions}
              shown={version.version}
              write={write}
              onShow={next => setSearchState({ model: next })}
              onChanged={() => void list.refetch()}
            />
          </>
        )}
      </div>
    </SidePanel>
  )
}
