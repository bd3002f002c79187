"""One judgement: phases, marks, merge, refs, the flow."""
