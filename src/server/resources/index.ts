import type { ModelName } from '#contract/model-registry.ts';
import { bet } from '#server/endpoints/models/bet.ts';
import { message } from '#server/endpoints/models/message.ts';
import { group } from '#server/endpoints/models/group.ts';
import { itemOption } from '#server/endpoints/models/item-option.ts';
import { itemRule } from '#server/endpoints/models/item-rule.ts';
import { itemType } from '#server/endpoints/models/item-type.ts';
import { item } from '#server/endpoints/models/item.ts';
import { league } from '#server/endpoints/models/league.ts';
import { member } from '#server/endpoints/models/member.ts';
import { notification } from '#server/endpoints/models/notification.ts';
import { option } from '#server/endpoints/models/option.ts';
import { post } from '#server/endpoints/models/post.ts';
import type { ModelEndpoint } from '#server/endpoints/model-endpoint.ts';

/** Each model of the registry with what stands behind it. */
export const modelEndpoints: { readonly [N in ModelName]: ModelEndpoint<N> } = {
  bet,
  clan: group,
  item,
  itemoption: itemOption,
  itemrule: itemRule,
  itemtype: itemType,
  member,
  notification,
  option,
  post,
  postcomment: message,
  section: league,
};
