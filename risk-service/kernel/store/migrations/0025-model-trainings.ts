import { type Kysely, sql } from 'kysely'

/** The trainings of models under their name: the table and its parts were called fits. Only names change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table model_fit rename to model_training`,
  `alter table model_training rename constraint model_fit_pkey to model_training_pkey`,
  `alter index model_fit_open rename to model_training_open`,
  `alter table model_version rename column fitted_at to trained_at`,
  `alter table model_version rename column fitted_by_name to trained_by_name`,
]
