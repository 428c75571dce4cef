import { SkeletonRows } from '@assay/design-system'
import type { UploadArea, UploadDetail, UploadEntityName } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useTitle } from '../../../platform/router/use-title.ts'
import { useTitleFocus } from '../../../platform/router/use-title-focus.ts'
import { useTransfers } from '../transfer/transfers.ts'
import type { UploadGuard } from '../transfer/use-upload-guard.tsx'
import { useUploadTexts } from '../use-upload-texts.ts'
import { ResumeView } from './resume-view.tsx'
import { SourceFlow } from './source-flow.tsx'

interface EntityFlowProps {
  area: UploadArea
  entity: UploadEntityName
  listHref: string
  guard: UploadGuard
}

/** The file of one entity: an upload that was interrupted continues, any other file is chosen, checked and mapped. */
export function EntityFlow({ area, entity, listHref, guard }: EntityFlowProps) {
  const texts = useUploadTexts()
  const { id: environmentId } = useEnvironment()
  const isSending = useTransfers().some(
    each => each.environmentId === environmentId && each.entity === entity && each.error === null,
  )
  const [isReplacing, setIsReplacing] = useState(false)
  const [stored, setStored] = useState<UploadDetail | null>(null)
  const query = useQuery(
    api.uploads.get.queryOptions({ input: { environmentId, entity }, staleTime: 0, refetchOnWindowFocus: false }),
  )
  useTitle(texts.entity(entity))
  useTitleFocus()
  const detail = query.data
  // What was read first stays: a later answer must not change the page under what is typed into it.
  if (stored === null && detail !== undefined && !query.isFetching) setStored(detail)
  if (query.isError && stored === null)
    return <QueryError page error={query.error} onRetry={() => void query.refetch()} />
  if (stored === null)
    return (
      <div className="p-page" aria-busy="true">
        <SkeletonRows rows={8} />
      </div>
    )
  const isInterrupted = stored.state === 'Uploading' && !isSending && !isReplacing
  return isInterrupted ? (
    <ResumeView
      area={area}
      stored={stored}
      listHref={listHref}
      guard={guard}
      onCancelled={() => {
        setStored(null)
        setIsReplacing(true)
        void query.refetch()
      }}
    />
  ) : (
    <SourceFlow key={stored.mappingVersion} area={area} stored={stored} listHref={listHref} guard={guard} />
  )
}
