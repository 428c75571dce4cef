import { Button, Callout, DateTime, focusPageTitle } from '@assay/design-system'
import { roleNameIn } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useEnvironments } from '../platform/environments/environments.tsx'
import { forgetPreviewEnd, hasPreviewEnded, leaveTabPreview } from '../platform/rights-preview/tab-preview.ts'

/** On every page of a preview: whose rights it shows, when it ends, and the way out; after its end, that it has ended. */
export function PreviewBar() {
  const { session, environments } = useEnvironments()
  const [ended, setEnded] = useState(hasPreviewEnded)
  const [leaving, setLeaving] = useState(false)
  const { preview } = session
  if (preview === undefined)
    return ended ? (
      <Callout
        variant="banner"
        tone="info"
        className="shrink-0"
        onDismiss={() => {
          forgetPreviewEnd()
          setEnded(false)
          focusPageTitle()
        }}
      >
        <FormattedMessage id="RightsPreview.Ended" />
      </Callout>
    ) : null
  const kind = environments.find(({ id }) => id === preview.environmentId)?.kind ?? 'production'
  return (
    <Callout
      variant="banner"
      tone="warning"
      role="note"
      className="shrink-0"
      actions={
        <Button
          size="sm"
          loading={leaving}
          onClick={() => {
            setLeaving(true)
            void leaveTabPreview(preview.environmentId)
          }}
        >
          <FormattedMessage id="RightsPreview.Leave" />
        </Button>
      }
    >
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-medium">
          <FormattedMessage
            id={`RightsPreview.Bar.${preview.kind}`}
            values={{
              name: <bdi key="name">{preview.name}</bdi>,
              roles: (
                <bdi key="roles" dir="ltr">
                  {preview.roles.map(role => roleNameIn(role, kind)).join(', ')}
                </bdi>
              ),
              environment: <bdi key="environment">{preview.environmentName}</bdi>,
            }}
          />
        </span>
        <span className="text-xs">
          <FormattedMessage
            id="RightsPreview.Bar.Until"
            values={{ time: <DateTime key="time" value={preview.endsAt} /> }}
          />
        </span>
      </p>
    </Callout>
  )
}
