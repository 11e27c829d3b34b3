import { Arg, Authorized, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql'
import { ExamineInput, Finding, FindingsPage, RepairInput, RepairPayload } from '../../schema/operators/doctor.js'
import { Account } from '../../schema/accounts/account.js'
import type { Doctor } from '../../src/doctor/doctor.js'
import { isHarmless } from '../../src/doctor/finding-kinds.js'
import type { RequestContext } from '../context/request-context.js'
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
  examine(@Ctx() { caller }: RequestContext, @Arg('input', () => ExamineInput) input: ExamineInput) {
    return this.doctor.examine(caller, input)
  }

  @Authorized('ADMIN', 'SERVICE')
  @Mutation(() => RepairPayload, {
    complexity: mutationCost,
    description: 'For administrators: examines one item again, and repairs it if it is a finding of this kind.',
  })
  async repair(@Ctx() { caller }: RequestContext, @Arg('input', () => RepairInput) input: RepairInput) {
    return { repaired: await this.doctor.repair(caller, input) }
  }

  @FieldResolver(() => Account, {
    nullable: true,
    description: 'The account that the item belongs to; null if the finding names none, or the account is deleted.',
  })
  account(@Root() { ownerId }: Finding, @Ctx() { loaders }: RequestContext) {
    return ownerId === undefined ? null : loaders.user.load(ownerId)
  }

  @FieldResolver(() => Boolean, {
    description:
      'Whether the repair loses nothing. Any other repair may delete the only copy of some data: make a backup first.',
  })
  isHarmless(@Root() { kind }: Finding) {
    return isHarmless(kind)
  }
}
