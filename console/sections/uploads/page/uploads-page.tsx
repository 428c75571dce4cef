import { Button, Callout, Icon } from '@assay/design-system'
import { type Upload, type UploadArea, type UploadEntityName, uploadEntities } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Play, RefreshCw, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useCan, useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { StaleNotice } from '../../../platform/errors/stale-notice.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import { useSearchState } from '../../../platform/router/use-search-state.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { useTitleFocus } from '../../../platform/router/use-title-focus.ts'
import { ErrorsPanel } from '../runs/errors-panel.tsx'
import { RunCard } from '../runs/run-card.tsx'
import { RunList } from '../runs/run-list.tsx'
import { RunPage } from '../runs/run-page.tsx'
import { EntityFlow } from '../source/entity-flow.tsx'
import { useTransfers } from '../transfer/transfers.ts'
import { useUploadGuard } from '../transfer/use-upload-guard.tsx'
import { uploadParameters } from '../upload-address.ts'
import { useUploadTexts } from '../use-upload-texts.ts'
import { useUploadRuns, useUploads } from '../use-uploads.ts'
import { EntityCommands, EntityLink } from './entity-commands.tsx'
import { EntityTable } from './entity-table.tsx'
import { ProcessDialog } from './process-dialog.tsx'
import { RemoveFilesDialog } from './remove-files-dialog.tsx'
import { SampleMenu } from './sample-menu.tsx'
import { isDeletable, type Obstacle, obstacleOf } from './selection.ts'
import { UploadHeader } from './upload-header.tsx'

interface UploadsPageProps {
  area: UploadArea
  /** Other sources of the data, above the list of files. */
  sources?: ReactNode
}

/** One tab of data upload, or what is open in it: the file of an entity, or a run. */
export function UploadsPage({ area, sources }: UploadsPageProps) {
  const writes = useCan()('data.upload', 'write')
  const { id: environmentId } = useEnvironment()
  const [{ entity, run }, , hrefOf] = useSearchState(uploadParameters)
  const guard = useUploadGuard()
  const listHref = hrefOf({ entity: null, run: null })
  return (
    <>
      {guard.question}
      {entity !== null && writes && uploadEntities[entity].area === area ? (
        <EntityFlow key={`${environmentId} ${entity}`} area={area} entity={entity} listHref={listHref} guard={guard} />
      ) : run !== null ? (
        <RunPage key={run} area={area} runId={run} listHref={listHref} />
      ) : (
        <UploadList area={area} writes={writes} sources={sources} />
      )}
    </>
  )
}

function UploadList({ area, writes, sources }: UploadsPageProps & { writes: boolean }) {
  const intl = useIntl()
  const offline = useOffline()
  const texts = useUploadTexts()
  const queryClient = useQueryClient()
  const { id: environmentId } = useEnvironment()
  const [{ types, errors }, setState, hrefOf] = useSearchState(uploadParameters)
  const transfers = useTransfers().filter(transfer => transfer.environmentId === environmentId)
  const { query, dataTypes } = useUploads(area)
  const runs = useUploadRuns(area)
  const [removed, setRemoved] = useState<readonly Upload[]>([])
  const [processed, setProcessed] = useState<readonly UploadEntityName[] | null>(null)
  const title = intl.formatMessage({ id: 'Upload.Title' })
  useTitle(`${intl.formatMessage({ id: `Upload.Area.${area}` })}, ${title}`)
  useTitleFocus()
  const isOnly = dataTypes?.length === 1
  const selected = (dataTypes ?? []).filter(({ dataType }) => isOnly || types.includes(dataType))
  const files = selected.flatMap(({ entities }) => entities)
  const deletable = files.filter(isDeletable)
  const obstacle = obstacleOf(selected)
  const transferOf = (upload: Upload) => transfers.find(({ entity }) => entity === upload.entity)
  const active = runs.data?.runs.find(({ state }) => state === 'Running' || state === 'Waiting')

  const obstacleText = (found: Obstacle): string =>
    found.kind === 'nothing' || found.kind === 'none'
      ? intl.formatMessage({ id: `Upload.Obstacle.${found.kind}` }, { count: found.kind === 'none' ? found.files : 0 })
      : intl.formatMessage(
          { id: `Upload.Obstacle.${found.kind}` },
          { name: texts.dataType(found.dataType), count: found.count },
        )
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface">
      <UploadHeader
        area={area}
        actions={
          writes ? (
            <>
              <span className="text-xs text-fg-muted">{obstacleText(obstacle)}</span>
              <Button
                variant="primary"
                start={<Icon icon={Play} />}
                disabled={offline || obstacle.kind !== 'none'}
                onClick={() => setProcessed(files.map(({ entity }) => entity))}
              >
                <FormattedMessage id={`Upload.Process.${area}`} />
              </Button>
            </>
          ) : undefined
        }
      />
      <div className="flex min-h-0 flex-1">
        <div className="relative flex min-w-0 flex-1 flex-col overflow-y-auto">
          <div className="flex flex-col gap-3 px-page pbe-2 pbs-3">
            <Callout tone="info">
              <FormattedMessage id="Upload.Sensitive" />
            </Callout>
            {sources}
            {query.isError && dataTypes !== undefined ? <StaleNotice /> : null}
            {active === undefined ? null : <RunCard run={active} writes={writes} href={hrefOf({ run: active.id })} />}
          </div>
          <div className="flex min-h-bar flex-wrap items-center gap-2 px-page py-1">
            {writes ? (
              <>
                {isOnly ? null : (
                  <span className="text-sm font-medium">
                    <FormattedMessage id="Upload.Selected" values={{ count: selected.length }} />
                  </span>
                )}
                <Button
                  variant="ghost"
                  start={<Icon icon={Trash2} />}
                  disabled={offline || deletable.length === 0}
                  onClick={() => setRemoved(deletable)}
                >
                  <FormattedMessage id="Common.Delete" />
                </Button>
              </>
            ) : null}
            <Button
              variant="ghost"
              start={<Icon icon={RefreshCw} />}
              onClick={() => void queryClient.invalidateQueries({ queryKey: api.uploads.key() })}
            >
              <FormattedMessage id="Common.Refresh" />
            </Button>
            <span className="ms-auto">
              <SampleMenu area={area} />
            </span>
          </div>
          {query.isError && dataTypes === undefined ? (
            <QueryError error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            // Its own height: the list scrolls with the cards above it.
            <div className="shrink-0">
              <EntityTable
                label={title}
                dataTypes={dataTypes}
                transfers={transfers}
                selected={selected.map(({ dataType }) => dataType)}
                isSelectable={writes && !isOnly}
                onSelect={(dataType, isSelected) =>
                  setState({ types: isSelected ? [...types, dataType] : types.filter(each => each !== dataType) })
                }
                current={errors}
                isNarrow={errors !== null}
                commands={upload => (
                  <EntityCommands
                    upload={upload}
                    transfer={transferOf(upload)}
                    writes={writes}
                    editHref={hrefOf({ entity: upload.entity })}
                    errorsHref={hrefOf({ errors: upload.entity })}
                  />
                )}
                fileCommand={upload =>
                  writes && !upload.busy ? (
                    <EntityLink id="SelectSource" entity={upload.entity} href={hrefOf({ entity: upload.entity })} />
                  ) : (
                    <span className="text-fg-muted">
                      <FormattedMessage id="Upload.NoFile" />
                    </span>
                  )
                }
              />
            </div>
          )}
          <p className="flex min-h-header flex-wrap items-center justify-between gap-2 px-page py-2 text-xs text-fg-muted">
            <span>
              <FormattedMessage id={`Upload.Together.${area}`} />
            </span>
            <span>
              <FormattedMessage id="Upload.FileRules" />
            </span>
          </p>
          <RunList query={runs} hrefOf={run => hrefOf({ run })} />
        </div>
        {errors === null ? null : (
          <ErrorsPanel
            key={errors}
            entity={errors}
            runs={runs}
            writes={writes}
            editHref={hrefOf({ entity: errors, errors: null })}
            onClose={() => setState({ errors: null })}
          />
        )}
      </div>
      <RemoveFilesDialog files={removed} onClose={() => setRemoved([])} />
      <ProcessDialog entities={processed} onClose={() => setProcessed(null)} />
    </div>
  )
}
