import type { AssessmentConfiguration } from '@assay/risk-service/contract'
import { useState } from 'react'
import { api, client } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { SharingForm, sampleTextOf } from '../../../platform/sharing/sharing-form.tsx'

interface SharingDialogProps {
  configuration: AssessmentConfiguration
  onClose: () => void
}

/** Changes who may call an assessment, and the answer that editors of its callers show. */
export function SharingDialog({ configuration, onClose }: SharingDialogProps) {
  const { id: environmentId } = useEnvironment()
  const { id: assessmentId, name, sharing: stored } = configuration
  const [sharing, setSharing] = useState(stored.sharing)
  const [sample, setSample] = useState(() => sampleTextOf(stored.sampleResponse))
  return (
    <SharingForm
      name={name}
      sharing={sharing}
      sample={sample}
      save={body => client.assessmentConfiguration.saveSharing({ environmentId, assessmentId, body })}
      invalidates={[api.assessmentConfiguration.key(), api.assessments.key(), api.externalAssessments.key()]}
      onSharing={setSharing}
      onSample={setSample}
      onClose={onClose}
    />
  )
}
