import { Button, Callout } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'
import type { PartRefusal } from './use-part-save.ts'

/** Says why a part of an assessment was not saved. */
export function PartRefusalNotice({ refusal, onReload }: { refusal: PartRefusal | null; onReload: () => void }) {
  if (refusal === null) return null
  if (refusal.kind === 'stale')
    return (
      <Callout
        tone="warning"
        live
        actions={
          <Button size="sm" onClick={onReload}>
            <FormattedMessage id="DesignSystem.ErrorState.Reload" />
          </Button>
        }
      >
        {refusal.by === undefined ? (
          <FormattedMessage id="Assessments.Stale" />
        ) : (
          <FormattedMessage id="Assessments.StaleBy" values={{ name: <bdi key="name">{refusal.by}</bdi> }} />
        )}
      </Callout>
    )
  return (
    <Callout tone="danger" live>
      {refusal.kind === 'nameTaken' ? (
        <FormattedMessage id="Assessments.Observations.Taken" />
      ) : refusal.kind === 'nameUsed' ? (
        <FormattedMessage id="Assessments.ApiName.Used" />
      ) : (
        <FormattedMessage
          id="Assessments.Refused"
          values={{
            field: (
              <bdi key="field" dir="ltr" className="font-mono">
                {refusal.issue?.path}
              </bdi>
            ),
          }}
        />
      )}
    </Callout>
  )
}
