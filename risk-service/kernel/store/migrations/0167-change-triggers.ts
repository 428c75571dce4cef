import { type Kysely, sql } from 'kysely'

/**
 * The database itself records changes of what processes cache: no process that makes them, and nobody who does so by
 * SQL, can leave it out. Nothing that a decision writes is among the tables. Notifications end, which no pooler of
 * connections carries.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Tables by topic, whose rows belong to an environment. */
const byEnvironment = {
  rules: [
    'rule',
    'rule_setting',
    'rule_branch',
    'rule_experiment',
    'rule_snooze',
    'booster_setting',
    'velocity_set',
    'velocity',
    'function',
    'external_call',
    'external_assessment',
    'assessment',
    'model_version',
    'list',
    'case_queue',
  ],
  containments: ['attack_containment'],
}

const events = { insert: 'new', update: 'new', delete: 'old' } as const

/** Triggers of a table for each kind of statement, whose rows the function reads from \`changed\`. */
const follow = (
  table: string,
  call: string,
  kinds: readonly (keyof typeof events)[] = ['insert', 'update', 'delete'],
) =>
  kinds.map(
    kind => `create trigger record_${kind} after ${kind} on ${table} referencing ${events[kind]} table as changed
      for each statement execute function ${call}`,
  )
/** Without the rows: for changes of single columns, and for truncation. */
const followBlindly = (table: string, when: string, topic: string) =>
  `create trigger record_${when.split(' ')[0] ?? ''} after ${when} on ${table}
    for each statement execute function record_change('${topic}')`

const statements = [
  // One row for a transaction, topic and key: readers see a transaction as a whole.
  `create function add_change(topic text, key text) returns void language sql as $$
    insert into service_change (topic, key) select $1, $2 where not exists (
      select 1 from service_change s
      where s.xid = pg_current_xact_id() and s.topic = $1 and s.key is not distinct from $2 and s.payload is null)
  $$`,
  // Arguments: the topic, and the column of the key; empty: anything of the topic may have changed.
  `create function record_change() returns trigger language plpgsql as $$
  begin
    if tg_nargs < 2 or tg_op = 'TRUNCATE' then
      perform add_change(tg_argv[0], null);
    elsif tg_argv[1] = '' then
      perform add_change(tg_argv[0], null) where exists (select 1 from changed);
    else
      execute format('select add_change($1, k) from (select distinct %I::text as k from changed) c', tg_argv[1])
        using tg_argv[0];
    end if;
    return null;
  end $$`,
  ...Object.entries(byEnvironment).flatMap(([topic, tables]) =>
    tables.flatMap(table => [
      ...follow(table, `record_change('${topic}', 'environment_id')`),
      followBlindly(table, 'truncate', topic),
    ]),
  ),
  ...follow('list_source', `record_change('rules', '')`),
  ...follow('environment', `record_change('environments', 'id')`),
  // Few keys are named, so that readers need not read a long list again.
  `create function record_support_change() returns trigger language plpgsql as $$
  begin
    insert into service_change (topic, key, payload)
      select 'support', c.environment_id::text,
        jsonb_build_object('list', c.list, 'keys', case when count(*) <= 200 then jsonb_agg(c.key) end)
      from changed c group by c.environment_id, c.list
      having count(*) <= 200 or not exists (
        select 1 from service_change s
        where s.xid = pg_current_xact_id() and s.topic = 'support' and s.key = c.environment_id::text
          and s.payload = jsonb_build_object('list', c.list, 'keys', null));
    return null;
  end $$`,
  ...follow('support_entry', 'record_support_change()'),
  followBlindly('support_entry', 'truncate', 'rules'),
  // Attacks take further keys every few seconds; it matters while one of them is contained.
  `create function record_attack_change() returns trigger language plpgsql as $$
  begin
    if exists (select 1 from attack_containment where ended_at is null and until > now()) then
      perform add_change('containments', null);
    end if;
    return null;
  end $$`,
  `create trigger record_update after update of keys, event_type on attack
    for each statement execute function record_attack_change()`,
  // Of the settings, those that processes cache; and the ends of sessions.
  `create function record_setting_change() returns trigger language plpgsql as $$
  begin
    perform add_change('environments', c.scope)
      from (select distinct scope from changed where key in ('rateLimit', 'rejectRepeatedIds')) c;
    if exists (select 1 from changed where key like 'SignOut:%' and scope like 'identity:%') then
      perform add_change('rights', null);
    end if;
    return null;
  end $$`,
  ...follow('setting', 'record_setting_change()'),
  // Roles and clients take effect at once, in every process.
  ...['role_assignment', 'api_client', 'credential_brown_out', 'revoked_credential'].map(
    table => `drop trigger notify_rights_change on ${table}`,
  ),
  'drop function notify_rights_change()',
  ...['role_assignment', 'api_client'].flatMap(table => [
    ...follow(table, `record_change('rights', '')`),
    followBlindly(table, 'truncate', 'rights'),
  ]),
  ...follow('revoked_credential', `record_change('rights', '')`, ['insert']),
  // Its counts change every few seconds.
  `create trigger record_change after insert or update of id, percent, ends_at or delete on credential_brown_out
    for each statement execute function record_change('rights')`,
  // The directory of tenants names the domains of demo accounts, too.
  ...follow('tenant', `record_change('tenants', '')`),
  `create function record_principal_change() returns trigger language plpgsql as $$
  begin
    if exists (select 1 from changed c join tenant t on t.id = c.tenant_id where t.demo and c.kind = 'user') then
      perform add_change('tenants', null);
    end if;
    return null;
  end $$`,
  ...follow('principal', 'record_principal_change()', ['insert', 'delete']),
]
