import { Callout, useFormat } from '@assay/design-system'
import type { TranslatedRule, Translation } from '@assay/risk-service/fql/translation'
import { FormattedMessage } from 'react-intl'
import { useCan } from '../../../platform/environments/environments.tsx'
import { resourcesOf } from './use-create-drafts.ts'

/** Velocity sets and lists that are created with the drafts, and those that the reader may not create. */
export function NeededResources({
  translation,
  chosen,
}: {
  translation: Translation
  chosen: readonly TranslatedRule[]
}) {
  const can = useCan()
  const format = useFormat()
  const { velocitySets, lists } = resourcesOf(translation, chosen)
  const sets = velocitySets.map(({ name }) => name)
  const [setsWrite, listsWrite] = [can('velocities', 'write'), can('lists.custom', 'write')]
  const created = [...(setsWrite ? sets : []), ...(listsWrite ? lists : [])]
  const others = [...(setsWrite ? [] : sets), ...(listsWrite ? [] : lists)]
  return (
    <>
      {created.length > 0 ? (
        <p className="pbe-3 wrap-anywhere">
          <FormattedMessage
            id="Rules.Translate.Needs"
            values={{ names: <bdi key="names">{format.list(created)}</bdi> }}
          />
        </p>
      ) : null}
      {others.length > 0 ? (
        <Callout tone="warning" className="mbe-3">
          <FormattedMessage
            id="Rules.Translate.NeedsOthers"
            values={{ names: <bdi key="names">{format.list(others)}</bdi> }}
          />
        </Callout>
      ) : null}
    </>
  )
}
