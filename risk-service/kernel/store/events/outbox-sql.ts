/**
 * Returns the statement that writes rows of a query to the outbox of event tracing, in the transaction of what happened:
 * one row for each environment, with a reference to each row in the order of time. Environments without a subscription to
 * events of the kind have none: these cost a look at a table with a row for each of the others.
 * @param from a query with the column `environment_id`; `at` and `ref` are expressions over it
 */
export const writeOutbox = (
  kind: 'decision' | 'data' | 'label',
  { from, at, ref }: { from: string; at: string; ref: string },
): string => `insert into event_outbox (environment_id, kind, at, ats, refs)
  select ${from}.environment_id, '${kind}', min(${at}), array_agg(${at} order by ${at}, ${ref}),
    array_agg(${ref}::text order by ${at}, ${ref}) from ${from}
  where exists (select from traced_environment t where t.environment_id = ${from}.environment_id and '${kind}' = any(t.row_kinds))
  group by ${from}.environment_id`
