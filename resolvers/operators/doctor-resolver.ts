import { Arg, Authorized, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql'
import { ExamineInput, Finding, FindingsPage, RepairInput, RepairPayload } from '../../schema/operators/doctor.js'
import type { Doctor } from '../../src/doctor/doctor.js'
import { isHarmless } from '../../src/doctor/finding-kinds.js'
import { findingsCost, mutationCost } from '../pipeline/costs.js'

@Resolver(() => Finding)
export class DoctorResolver {
  constructor(private readonly doctor: Doctor) {}

  @Authorized('ADMIN', 'SERVICE')
  @Query(() => FindingsPage, {
    nullable: true,
    complexity: findingsCost,
    description:
      'For administrators: examines a part of the stores, page by page, for items that deletions should have removed.',
  })
  examine(@Arg('input', () => ExamineInput) input: ExamineInput) {
    return this.doctor.examine(input)
  }

  @Authorized('ADMIN', 'SERVICE')
  @Mutation(() => RepairPayload, { complexity: mutationCost, description: 'For administrators: repairs one finding.' })
  async repair(@Arg('input', () => RepairInput) input: RepairInput) {
    return { repaired: await this.doctor.mend(input) }
  }

  @FieldResolver(() => Boolean, {
    description:
      'Whether the repair loses nothing. Any other repair may delete the only copy of some data: make a backup first.',
  })
  isHarmless(@Root() { kind }: Finding) {
    return isHarmless(kind)
  }
}
