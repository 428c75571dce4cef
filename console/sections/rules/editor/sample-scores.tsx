import { Field, NumberInput } from '@assay/design-system'
import type { RuleBody } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import type { RuleEdit } from '../rule-draft.ts'
import { defaultSampleScore } from '../rule-sample.ts'
import { useRuleScope } from '../rule-scope.tsx'

/** The scores that the rule is tried with: the results of scoring before the rule runs. */
export function SampleScores({ sample, edit }: { sample: RuleBody['sample']; edit: (edit: RuleEdit) => void }) {
  const { scored, botScore } = useRuleScope()
  if (!scored) return null
  return (
    <div className="flex shrink-0 flex-wrap gap-x-6 px-4 pbe-2">
      {botScore ? (
        <Score
          label={<FormattedMessage id="Rules.Sample.BotScore" />}
          value={sample.botScore ?? defaultSampleScore}
          onChange={value => edit({ type: 'botScore', botScore: value })}
        />
      ) : null}
      <Score
        label={<FormattedMessage id="Rules.Sample.RiskScore" />}
        value={sample.riskScore}
        onChange={value => edit({ type: 'riskScore', riskScore: value })}
      />
    </div>
  )
}

function Score({
  label,
  value,
  onChange,
}: {
  label: React.ReactNode
  value: number
  onChange: (value: number) => void
}) {
  return (
    <Field className="flex-row items-center gap-2" label={label}>
      <NumberInput
        size="sm"
        className="w-16"
        min={0}
        max={999}
        maximumFractionDigits={0}
        value={value}
        onValueChange={next => {
          if (next !== null && next >= 0 && next <= 999) onChange(Math.round(next))
        }}
      />
    </Field>
  )
}
