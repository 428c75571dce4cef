import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { purchaseFeatureAttributes, userAgentAttributes } from '../../risk-service/engine/enrich/purchase-features.ts'
import { embeddedEnvironment } from '../../risk-service/kernel/store/testing/embedded-environment.ts'
import { ruleSpecs } from '../rules/rule-set.ts'
import { root, type Service } from '../support/harness.ts'
import { openBenchPool } from '../support/store.ts'

/** Rules of a migrated merchant. They observe, so that every event runs through all of them. */
export const migratedCounts = { rules: 200, lists: [1_000, 10_000, 100_000] } as const

const enrichedAttributes = [
  ...purchaseFeatureAttributes.filter(({ type }) => type !== 'object'),
  ...userAgentAttributes,
]

/** Every fifth queries a list, and each fact of enrichment is read by some. */
export function ruleText(index: number): string {
  const spec = ruleSpecs[index % ruleSpecs.length]
  const list = index % migratedCounts.lists.length
  const fact = enrichedAttributes[index % enrichedAttributes.length]
  const about = !fact
    ? 'true'
    : fact.type === 'boolean'
      ? `@"${fact.path}" == true`
      : fact.type === 'number'
        ? `@"${fact.path}" > ${index}`
        : `@"${fact.path}" == "nothing ${index}"`
  const conditions = [
    `@"totalAmount" > ${spec?.amount ?? 0}`,
    `@"user.country" == "${spec?.country ?? ''}"`,
    index % 5 === 0
      ? `(ContainsKey("List ${list}", "SKU", @"productList.sku") || IsBlock("Email Support List", @"user.email"))`
      : about,
  ]
  return `OBSERVE Output(hit = true)\nWHEN ${conditions.join(' && ')}\n`
}

/** Imports the rules and lists by the command that a merchant uses, while the service runs. */
export async function publishMigratedRules(
  service: Service,
  environmentId: string,
  textOf: (index: number) => string = ruleText,
): Promise<void> {
  // Rules of assessments outside of the folder would stay, and reference lists that the folder does not have.
  const pool = await openBenchPool(service)
  await pool.query('delete from rule where environment_id = $1', [environmentId])
  await pool.end()
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-bench-rules-'))
  try {
    const put = (name: string, text: string): void => {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
      writeFileSync(path.join(folder, name), text)
    }
    for (let index = 0; index < migratedCounts.rules; index++)
      put(`rules/purchase/Rule ${String(index + 1).padStart(3, '0')}.fql`, textOf(index))
    for (const [index, rows] of migratedCounts.lists.entries())
      put(
        `lists/custom/List ${index}.csv`,
        `SKU,Limit\n${Array.from({ length: rows }, (_, row) => `BAD-${row},${row % 100}\n`).join('')}`,
      )
    put(
      'lists/support/Email Support List.csv',
      `Value,Status\n${Array.from({ length: 1000 }, (_, row) => `bad${row}@shop.example,Block\n`).join('')}`,
    )
    execFileSync(
      process.execPath,
      [
        path.join(root, 'risk-service/tools/config/cli.ts'),
        'import',
        folder,
        '--environment',
        environmentId,
        '--prune',
      ],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: embeddedEnvironment(service.dataDir),
      },
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}
