import type { PreviewedSubject } from '@assay/risk-service/contract'
import { client } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { openTabPreview } from '../../../platform/rights-preview/tab-preview.ts'

/** Begins a preview of the console in this tab. */
export function usePreviewAs() {
  const { id: environmentId } = useEnvironment()
  return useApiMutation({
    mutationFn: (subject: PreviewedSubject) => client.rightsPreviews.start({ environmentId, subject }),
    onSuccess: ({ previewId }) => openTabPreview(previewId, environmentId),
  })
}
